/** What the bundler knows of a module, as far as it matters here. */
export interface ModuleGraph {
  getModuleInfo: (id: string) => ModuleFacts | null
}

export interface ModuleFacts {
  code: string | null
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}

/** `id` and everything it imports, but for what is in `known`. */
export function importedBy(
  id: string,
  graph: ModuleGraph,
  known: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set<string>()
  const visit = (one: string) => {
    if (found.has(one) || known.has(one)) return
    found.add(one)
    for (const next of graph.getModuleInfo(one)?.importedIds ?? []) visit(next)
  }
  visit(id)
  return found
}

/** Every module that is loaded later than what asks for it, wherever it stands. */
export function loadedLater(entry: string, graph: ModuleGraph): Set<string> {
  const later = new Set<string>()
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const one of importedIds) visit(one)
    for (const one of dynamicallyImportedIds) {
      later.add(one)
      visit(one)
    }
  }
  visit(entry)
  return later
}
