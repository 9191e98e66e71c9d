import { expect, test } from 'vitest'
import { neededFirst } from './frame-chunks.ts'
import type { ModuleGraph } from './module-graph.ts'

const graphOf = (imports: Record<string, readonly string[]>, late: Record<string, readonly string[]>) =>
  ({
    getModuleInfo: (id) => ({
      code: null,
      importedIds: imports[id] ?? [],
      dynamicallyImportedIds: late[id] ?? [],
    }),
  }) satisfies ModuleGraph

test('needed first is what the entry and the shell import, also in circles, and nothing that is loaded later', () => {
  const shell = '/src/routes/_shell.tsx?tsr-split=component'
  const graph = graphOf(
    {
      'index.html': ['main'],
      main: ['router'],
      router: ['main', 'react'],
      [shell]: ['header'],
      team: ['table'],
    },
    { router: [shell, 'team'], header: ['menu'] },
  )
  expect([...neededFirst('index.html', graph)]).toEqual([
    'index.html',
    'main',
    'router',
    'react',
    shell,
    'header',
  ])
})
