import { importsOf } from '../source/imports.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Guard } from './guard.ts'

/** Type imports count too: two files that need each other's types are one concept in two files. */
export const noCycles: Guard = {
  rule: 'no file imports itself through others',
  check(files) {
    const graph = graphOf(files)
    return { checked: graph.size, broken: cyclesOf(graph) }
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

/** Depth-first search; reaching a file that is on the current path closes a cycle. */
function cyclesOf(graph: Graph): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const current: string[] = []
  const visit = (file: string) => {
    if (current.includes(file)) {
      cycles.push([...current.slice(current.indexOf(file)), file].join(' -> '))
      return
    }
    if (done.has(file)) return
    current.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    current.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}
