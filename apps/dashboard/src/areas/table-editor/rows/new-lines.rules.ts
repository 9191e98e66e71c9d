import type { Line } from './lines.rules.ts'

/** The keys of new lines, and of the rows above which each was added; null for the start of the table. */
export type NewLineAnchors = ReadonlyMap<string, string | null>

/**
 * Puts new lines where they were added. Those whose row is not loaded are at the start of the table, and left out while
 * that is not loaded either. `lines` has the new ones first.
 */
export function placeNewLines(lines: readonly Line[], anchors: NewLineAnchors, hasStart: boolean): Line[] {
  const added = lines.filter(({ state }) => state === 'new')
  if (added.length === 0) return lines as Line[]
  const rest = lines.slice(added.length)
  const keys = new Set(rest.map(({ key }) => key))
  const above = new Map<string | null, Line[]>()
  for (const line of added) {
    const anchor = anchors.get(line.key) ?? null
    const at = anchor !== null && keys.has(anchor) ? anchor : null
    above.set(at, [...(above.get(at) ?? []), line])
  }
  const placed: Line[] = hasStart ? [...(above.get(null) ?? [])] : []
  for (const line of rest) {
    const here = above.get(line.key)
    if (here) placed.push(...here)
    placed.push(line)
  }
  return placed
}

/** The line of the window at a place among `lines`, and back: new lines are not part of the window. */
export const windowLineAt = (lines: readonly Line[], place: number) => place - newLinesBefore(lines, place)

export function placeOfWindowLine(lines: readonly Line[], line: number): number {
  let place = line
  for (const index of newLineIndexes(lines)) if (index <= place) place += 1
  return place
}

const newLinesBefore = (lines: readonly Line[], place: number) =>
  newLineIndexes(lines).filter((index) => index < place).length

const known = new WeakMap<readonly Line[], readonly number[]>()

function newLineIndexes(lines: readonly Line[]): readonly number[] {
  const found = known.get(lines) ?? lines.flatMap(({ state }, index) => (state === 'new' ? [index] : []))
  known.set(lines, found)
  return found
}
