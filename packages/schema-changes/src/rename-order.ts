export interface Rename {
  readonly from: string
  readonly to: string
}

/**
 * The renames in an order in which no name is taken when it is given; names that are swapped pass through a free one.
 * A name that stays taken is given all the same, for PostgreSQL to refuse.
 */
export function renameOrder(renames: readonly Rename[], taken: readonly string[]): Rename[] {
  const names = new Set(taken)
  const ordered: Rename[] = []
  const waiting = renames.filter(({ from, to }) => from !== to)
  const apply = (rename: Rename) => {
    names.delete(rename.from)
    names.add(rename.to)
    ordered.push(rename)
  }
  while (waiting.length > 0) {
    const free = waiting.findIndex(({ to }) => !names.has(to))
    const refused = waiting.findIndex(({ to }) => !waiting.some(({ from }) => from === to))
    if (free >= 0) apply(waiting.splice(free, 1)[0]!)
    else if (refused >= 0) apply(waiting.splice(refused, 1)[0]!)
    else {
      // Only cycles are left, and what leads into them. One whose name another waits for makes that one free.
      const index = waiting.findIndex(({ from }) => waiting.some(({ to }) => to === from))
      const { from, to } = waiting[index]!
      const between = freeName(names, waiting)
      apply({ from, to: between })
      waiting[index] = { from: between, to }
    }
  }
  return ordered
}

function freeName(names: ReadonlySet<string>, waiting: readonly Rename[]) {
  let number = 1
  while (names.has(`renamed_${number}`) || waiting.some(({ to }) => to === `renamed_${number}`)) number += 1
  return `renamed_${number}`
}
