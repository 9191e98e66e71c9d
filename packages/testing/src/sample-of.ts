/** Set by `npm run chaos -- cases`. */
const ALL_CASES = 'BASALT_ALL_CASES'

/**
 * Some cases of a table whose every case takes seconds, spread evenly over it, for `npm test`. All of them under
 * `npm run chaos -- cases`.
 */
export function sampleOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (process.env[ALL_CASES] !== undefined || count >= cases.length) return cases
  return Array.from({ length: count }, (_, place) => cases[Math.floor((place * cases.length) / count)]!)
}
