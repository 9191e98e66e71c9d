import { importedBy, loadedLater, type ModuleGraph } from './module-graph.ts'

/** With all it imports, in characters of code that is not yet minified. */
const PIECE_MAX = 8_000
/** How many parts that are loaded by themselves must need it. */
const USERS_MIN = 8

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
  return new Set(
    [...users.keys()].filter(
      (id) => !parts.has(id) && (users.get(id) ?? 0) >= USERS_MIN && weightOf(id) <= PIECE_MAX,
    ),
  )
}
