/** The score that a database password needs. */
export const STRONG_PASSWORD_SCORE = 4
export const GENERATED_PASSWORD_LENGTH = 24
export const DATABASE_PASSWORD_MAX = 128

export type PasswordScore = 0 | 1 | 2 | 3 | 4

/** The bits of entropy at which a password scores 1, 2, 3 and 4. */
const scoreBits = [20, 32, 44, 56] as const

const wellKnown =
  /pass(?:word|wort)?|postgres|basalt|admin|secret|welcome|letmein|qwert[yz]|asdf|iloveyou|dragon|monkey|football|changeme/giu
const charactersOf: [RegExp, number][] = [
  [/[a-z]/u, 26],
  [/[A-Z]/u, 26],
  [/[0-9]/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
  [/[^\x20-\x7e]/u, 100],
]

/**
 * Estimates how hard a password is to guess, from 0 (trivial) to 4 (strong).
 * A well-known word counts as two characters; repeats and runs such as `abc` or `321` as one.
 */
export function passwordScore(password: string): PasswordScore {
  const alphabet = charactersOf.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  if (alphabet === 0) return 0
  const bits = surprisingCharacters(password.replace(wellKnown, 'xk')) * Math.log2(alphabet)
  return scoreBits.filter((threshold) => bits >= threshold).length as PasswordScore
}

function surprisingCharacters(password: string) {
  const points = [...password].map((character) => character.codePointAt(0)!)
  return points.filter((point, at) => {
    const step = point - (points[at - 1] ?? Number.NaN)
    return at === 0 || Math.abs(step) > 1
  }).length
}

/** The strength meter's message for each score. */
export const passwordScoreMessages: Record<PasswordScore, string> = {
  0: 'This password is not acceptable.',
  1: 'This password is not secure enough.',
  2: 'This password is not secure enough.',
  3: 'Not bad, but it must be harder to guess.',
  4: 'This password is strong.',
}

/** No characters that are special in a URL or shell, or that look alike. */
const GENERATED_ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Generates a strong password that needs no escaping in a URL. */
export function generatePassword() {
  for (;;) {
    const password = Array.from(
      { length: GENERATED_PASSWORD_LENGTH },
      () => GENERATED_ALPHABET[randomBelow(GENERATED_ALPHABET.length)],
    ).join('')
    if (passwordScore(password) === STRONG_PASSWORD_SCORE) return password
  }
}

/** Uniform: rejects values that would favour the first letters. */
function randomBelow(limit: number) {
  const bytes = new Uint8Array(1)
  do crypto.getRandomValues(bytes)
  while (bytes[0]! >= 256 - (256 % limit))
  return bytes[0]! % limit
}
