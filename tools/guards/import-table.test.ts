import { expect, test } from 'vitest'
import { importTable } from './import-table.ts'
import { planted } from './planted.ts'

const declared = new Map([
  ['', new Set(['vitest'])],
  ['apps/server', new Set(['fastify', 'zod'])],
  ['apps/dashboard', new Set(['react', '@tanstack/react-query'])],
])
const check = (tree: Record<string, string>) => importTable(declared).check(planted(tree))

const violations: [name: string, tree: Record<string, string>, reason: string][] = [
  [
    'a server feature that imports another feature',
    {
      'apps/server/src/features/projects/a.ts': `import { b } from '../organizations/b.ts'`,
      'apps/server/src/features/organizations/b.ts': '',
    },
    'may not import it',
  ],
  [
    'a type imported from another feature',
    {
      'apps/server/src/features/projects/a.ts': `import type { B } from '../organizations/b.ts'`,
      'apps/server/src/features/organizations/b.ts': '',
    },
    'may not import it',
  ],
  [
    'a dynamic import of another feature',
    {
      'apps/server/src/features/projects/a.ts': `const b = await import('../organizations/b.ts')`,
      'apps/server/src/features/organizations/b.ts': '',
    },
    'may not import it',
  ],
  [
    'a re-export from another feature',
    {
      'apps/server/src/features/projects/a.ts': `export { b } from '../organizations/b.ts'`,
      'apps/server/src/features/organizations/b.ts': '',
    },
    'may not import it',
  ],
  [
    'a feature that imports the engine’s internals',
    {
      'apps/server/src/features/instances/a.ts': `import { b } from '@basalt/postgres-supervisor/cluster/b.ts'`,
      'packages/postgres-supervisor/src/cluster/b.ts': '',
    },
    'may not import it',
  ],
  [
    'a feature that imports the composition',
    {
      'apps/server/src/features/projects/a.ts': `import { buildApp } from '../../app.ts'`,
      'apps/server/src/app.ts': '',
    },
    'may not import it',
  ],
  [
    'the supervisor importing the contract',
    {
      'packages/postgres-supervisor/src/a.ts': `import { b } from '@basalt/contract/b.ts'`,
      'packages/contract/src/b.ts': '',
    },
    'may not import it',
  ],
  [
    'the contract using Node',
    { 'packages/contract/src/a.ts': `import fs from 'node:fs'` },
    'may not use Node modules',
  ],
  [
    'the contract using a package',
    { 'packages/contract/src/a.ts': `import React from 'react'` },
    'may not use',
  ],
  ['an undeclared package', { 'apps/server/src/http/a.ts': `import x from 'left-pad'` }, 'does not declare'],
  [
    'the design system importing the contract',
    {
      'apps/dashboard/src/ui/A.tsx': `import type { B } from '@basalt/contract/b.ts'`,
      'packages/contract/src/b.ts': '',
    },
    'may not import it',
  ],
  [
    'the design system importing a fetching library',
    { 'apps/dashboard/src/ui/A.tsx': `import { useQuery } from '@tanstack/react-query'` },
    'may not use',
  ],
  [
    'a component imported from another area of the dashboard',
    {
      'apps/dashboard/src/areas/sql/query/A.tsx': `import { B } from '../../project/projects/B.tsx'`,
      'apps/dashboard/src/areas/project/projects/B.tsx': '',
    },
    'may not import it',
  ],
  [
    'an area of the dashboard importing the app shell',
    {
      'apps/dashboard/src/areas/sql/query/A.tsx': `import { Shell } from '../../../app/shell/Shell.tsx'`,
      'apps/dashboard/src/app/shell/Shell.tsx': '',
    },
    'may not import it',
  ],
  [
    'the test package outside tests',
    {
      'apps/server/src/http/a.ts': `import { waitFor } from '@basalt/testing/wait-for.ts'`,
      'packages/testing/src/wait-for.ts': '',
    },
    'may not import it',
  ],
  [
    'another package imported by path',
    {
      'apps/server/src/http/a.ts': `import { b } from '../../../../packages/contract/src/b.ts'`,
      'packages/contract/src/b.ts': '',
    },
    'import another package by its name',
  ],
  ['a missing file', { 'apps/server/src/http/a.ts': `import { b } from './b.ts'` }, 'no such file'],
  ['a folder without a row in the table', { 'packages/extras/src/a.ts': '' }, 'does not list'],
]

test.each(violations)('%s is refused', (_name, tree, reason) => {
  const { broken } = check(tree)
  expect(broken).toHaveLength(1)
  expect(broken[0]).toContain(reason)
})

test('imports that follow the table pass, and each is counted', () => {
  const { checked, broken } = check({
    'apps/server/src/features/projects/a.ts': `
      import { randomUUID } from 'node:crypto'
      import type { FastifyInstance } from 'fastify'
      import { b } from './b.ts'
      import { Engine } from '@basalt/postgres-supervisor/engine.ts'`,
    'apps/server/src/features/projects/b.ts': '',
    'packages/postgres-supervisor/src/engine.ts': '',
    'apps/dashboard/src/areas/sql/query/A.tsx': `
      import { projectQueries } from '../../project/projects/projects.queries.ts'
      import { openChat } from '../../help/ai/chat.port.tsx'
      import { MenuEntry } from '../../../app/menus/menu.port.ts'
      import { SnippetNav } from '../snippets/SnippetNav.tsx'`,
    'apps/dashboard/src/areas/project/projects/projects.queries.ts': '',
    'apps/dashboard/src/areas/help/ai/chat.port.tsx': '',
    'apps/dashboard/src/app/menus/menu.port.ts': '',
    'apps/dashboard/src/areas/sql/snippets/SnippetNav.tsx': '',
  })
  expect(broken).toEqual([])
  expect(checked).toBe(8)
})

test('a test may use the test package and the composition', () => {
  const { broken } = check({
    'apps/server/src/features/projects/a.test.ts': `
      import { expect } from 'vitest'
      import { waitFor } from '@basalt/testing/wait-for.ts'
      import { buildApp } from '../../app.ts'`,
    'packages/testing/src/wait-for.ts': '',
    'apps/server/src/app.ts': '',
  })
  expect(broken).toEqual([])
})

test('an import inside a string or a comment is none', () => {
  const { checked } = check({
    'tools/a.ts': `// import { x } from 'nowhere'\nconst text = "import y from 'nowhere'"`,
  })
  expect(checked).toBe(0)
})
