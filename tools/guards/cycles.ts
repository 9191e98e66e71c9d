import { importsOf } from '../source/imports.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Guard } from './guard.ts'

/** Types count too: two files that need each other's types are one concept cut in two. */
export const noCycles: Guard = {
  rule: 'no file imports itself by way of others',
  check(files) {
    const graph = graphOf(files)
    return { looked: graph.size, broken: cyclesOf(graph) }
  },
}

type Graph = Map<string, string[]>

const graphOf = (files: readonly SourceFile[]): Graph => {
  const known = new Set(files.map((file) => file.path))
  const code = files.filter(({ path }) => !path.endsWith('.css'))
  return new Map(
    code.map((file) => [
      file.path,
      importsOf(file).flatMap(({ target }) => (target !== undefined && known.has(target) ? [target] : [])),
    ]),
  )
}

/** Walks depth first; meeting a file that is still on the way down closes a cycle. */
function cyclesOf(graph: Graph): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const way: string[] = []
  const visit = (file: string) => {
    if (way.includes(file)) {
      cycles.push([...way.slice(way.indexOf(file)), file].join(' -> '))
      return
    }
    if (done.has(file)) return
    way.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    way.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}
