import { importedBy, loadedLater, type ModuleGraph } from './module-graph.ts'

/** With all it imports, in characters of code that is not yet minified. */
const PIECE_MAX = 8_000
/** How many parts that are loaded by themselves must need it. */
const USERS_MIN = 8
/** What is as small as an icon goes there sooner. */
const CRUMB_MAX = 1_000
const CRUMB_USERS_MIN = 4

/**
 * What is small and needed nearly everywhere, such as a field, a badge or a date's words. In one file it costs each
 * page a little that the page does not need, and spares it a request for each of them.
 */
export function sharedPieces(
  entry: string,
  graph: ModuleGraph,
  first: ReadonlySet<string>,
): ReadonlySet<string> {
  const parts = loadedLater(entry, graph)
  const users = new Map<string, number>()
  for (const part of parts)
    for (const id of importedBy(part, graph, first)) users.set(id, (users.get(id) ?? 0) + 1)
  const weightOf = (id: string) =>
    [...importedBy(id, graph, first)].reduce(
      (sum, one) => sum + (graph.getModuleInfo(one)?.code?.length ?? 0),
      0,
    )
  const isPiece = (id: string, count: number) => {
    if (parts.has(id) || count < CRUMB_USERS_MIN) return false
    const weight = weightOf(id)
    return weight <= CRUMB_MAX || (count >= USERS_MIN && weight <= PIECE_MAX)
  }
  return new Set([...users].flatMap(([id, count]) => (isPiece(id, count) ? [id] : [])))
}
