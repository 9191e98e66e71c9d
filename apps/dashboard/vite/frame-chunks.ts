import type { ModuleGraph } from './module-graph.ts'
import { sharedPieces } from './shared-pieces.ts'

/** The frame that every signed-in page stands in: a route, and yet no page goes without it. */
const SHELL = /\/routes\/_shell\.tsx\?tsr-split=/

/**
 * Puts what every page needs first into two files, libraries and the frame, and the small things that most pages share
 * into a third, instead of one for each combination of pages that share something: fewer requests, and what is
 * compressed together is smaller. `entry` is the id of the module that everything begins with.
 */
export function frameChunks(entry: string) {
  let first: ReadonlySet<string> | undefined
  let pieces: ReadonlySet<string> | undefined
  const nameOf = (id: string, graph: ModuleGraph) => {
    first ??= neededFirst(entry, graph)
    if (first.has(id)) return id.includes('/node_modules/') ? 'libraries' : 'frame'
    pieces ??= sharedPieces(entry, graph, first)
    return pieces.has(id) ? 'pieces' : undefined
  }
  return ['libraries', 'frame', 'pieces'].map((name, index) => ({
    name: (id: string, graph: ModuleGraph) => (nameOf(id, graph) === name ? name : null),
    priority: 3 - index,
    debugName: name,
  }))
}

export function neededFirst(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const one of importedIds) visit(one)
    for (const one of dynamicallyImportedIds) if (SHELL.test(one)) visit(one)
  }
  visit(entry)
  return found
}
