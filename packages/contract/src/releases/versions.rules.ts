/** A version with optional leading `v`, pre-release and build metadata: `v1.2.0-rc.1+7`. */
const VERSION =
  /^v?(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?:\+[0-9a-z.-]+)?$/i

interface Version {
  core: readonly number[]
  /** Its dot-separated identifiers; empty for a release. */
  prerelease: readonly string[]
}

function parse(text: string): Version | undefined {
  const match = VERSION.exec(text)
  if (!match) return undefined
  const [, major, minor, patch, prerelease] = match
  return { core: [Number(major), Number(minor), Number(patch)], prerelease: prerelease?.split('.') ?? [] }
}

/** Whether a text is a Semantic Versioning 2.0 version, with or without a leading `v`. */
export const isVersion = (text: string) => parse(text) !== undefined

export const isPrerelease = (text: string) => (parse(text)?.prerelease.length ?? 0) > 0

/**
 * A comparator by Semantic Versioning 2.0 §11: negative, 0 or positive as `a` precedes, equals or follows `b`. Undefined
 * when either is not a version.
 */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [parse(a), parse(b)]
  if (!left || !right) return undefined
  for (const [index, number] of left.core.entries()) {
    const other = right.core[index] ?? 0
    if (number !== other) return number - other
  }
  return comparePrerelease(left.prerelease, right.prerelease)
}

/** "When major, minor, and patch are equal, a pre-release version has lower precedence than a normal version." */
function comparePrerelease(a: readonly string[], b: readonly string[]) {
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
