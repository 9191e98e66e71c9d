import { SUGGESTION_DISTANCE_MAX } from '../data-api.rules.ts'

/** Only this many characters of a name are compared. */
const COMPARED_LENGTH = 64

/** The name with the smallest edit distance to what was written; undefined if none is close. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  const wanted = written.toLowerCase().slice(0, COMPARED_LENGTH)
  // For a short word almost every other would be close.
  const limit = Math.min(SUGGESTION_DISTANCE_MAX, Math.ceil(wanted.length / 2))
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    if (Math.abs(name.length - written.length) > limit) continue
    const distance = distanceBetween(wanted, name.toLowerCase().slice(0, COMPARED_LENGTH))
    if (distance <= limit && (!best || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}

/** The Levenshtein distance. */
function distanceBetween(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const change = previous[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1)
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, change))
    }
    previous = current
  }
  return previous[other.length]!
}
