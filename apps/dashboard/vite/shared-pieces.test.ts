import { expect, test } from 'vitest'
import type { ModuleGraph } from './module-graph.ts'
import { sharedPieces } from './shared-pieces.ts'

const pages = Array.from({ length: 8 }, (_, index) => `page ${index}`)

/** Eight pages that are loaded later and import all of these; some are heavier than a character. */
const graphOf = (imports: Record<string, readonly string[]>, weights: Record<string, number> = {}) =>
  ({
    getModuleInfo: (id) => ({
      code: 'x'.repeat(weights[id] ?? 1),
      importedIds: imports[id] ?? (pages.includes(id) ? Object.keys(imports) : []),
      dynamicallyImportedIds: id === 'entry' ? pages : [],
    }),
  }) satisfies ModuleGraph

test('what is small and needed by many goes together; what the entry has is left where it is', () => {
  const graph = graphOf({ entry: ['react'], badge: ['icon', 'react'], icon: [], react: [] })
  expect([...sharedPieces('entry', graph, new Set(['entry', 'react']))].sort()).toEqual(['badge', 'icon'])
})

test('what brings much with it stays by itself, and so does what is loaded by itself', () => {
  const graph = graphOf({ menu: ['positioner'], positioner: [], icon: [] }, { positioner: 8_000 })
  expect([...sharedPieces('entry', graph, new Set())]).toEqual(['positioner', 'icon'])
  expect([...sharedPieces('entry', graphOf({ 'page 1': ['icon'], icon: [] }), new Set())]).toEqual(['icon'])
})

test('what few pages need is not loaded by the others, unless it is as small as an icon', () => {
  const few = Object.fromEntries(pages.slice(0, 4).map((page) => [page, ['chart', 'icon', 'word']]))
  const graph = graphOf({ ...few, 'page 5': ['own'] }, { chart: 1_001, own: 1 })
  const pagesOnly = (id: string) => ({
    ...graph.getModuleInfo(id),
    importedIds: few[id] ?? (id === 'page 5' ? ['own'] : []),
  })
  expect([...sharedPieces('entry', { getModuleInfo: pagesOnly }, new Set())]).toEqual(['icon', 'word'])
})
