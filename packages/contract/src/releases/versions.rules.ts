/** What is left of a version once a leading `v` and build metadata are taken off: `1.2.0-rc.1`. */
const VERSION =
  /^v?(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?:\+[0-9a-z.-]+)?$/i

interface Version {
  core: readonly number[]
  /** Empty for what is released for everybody. */
  before: readonly string[]
}

function parse(text: string): Version | undefined {
  const match = VERSION.exec(text)
  if (!match) return undefined
  const [, major, minor, patch, before] = match
  return { core: [Number(major), Number(minor), Number(patch)], before: before?.split('.') ?? [] }
}

/** Whether a text is a version by Semantic Versioning 2.0, with or without a leading `v`. */
export const isVersion = (text: string) => parse(text) !== undefined

export const isPrerelease = (text: string) => (parse(text)?.before.length ?? 0) > 0

/**
 * Below, at or above 0, as `a` comes before, with or after `b` by Semantic Versioning 2.0 §11. Undefined when either is
 * no version.
 */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [parse(a), parse(b)]
  if (!left || !right) return undefined
  for (const [index, number] of left.core.entries()) {
    const other = right.core[index] ?? 0
    if (number !== other) return number - other
  }
  return compareBefore(left.before, right.before)
}

/** "When major, minor, and patch are equal, a pre-release version has lower precedence than a normal version." */
function compareBefore(a: readonly string[], b: readonly string[]) {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (const [index, part] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const order = comparePart(part, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** "Numeric identifiers always have lower precedence than non-numeric identifiers." */
function comparePart(a: string, b: string) {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (isNumber && isOtherNumber) return Number(a) - Number(b)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}
