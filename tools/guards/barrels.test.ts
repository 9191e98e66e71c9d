import { expect, test } from 'vitest'
import { noBarrels } from './barrels.ts'
import { planted } from './planted.ts'

const violations: [name: string, path: string, text: string][] = [
  ['a file of stars', 'tools/all.ts', `export * from './a.ts'\nexport * from './b.ts'`],
  ['a file of names', 'tools/all.ts', `export { a } from './a.ts'\nexport type { B } from './b.ts'`],
  ['a file that imports and exports the same', 'tools/all.ts', `import { a } from './a.ts'\nexport { a }`],
  ['an index file, whatever it contains', 'apps/server/src/index.ts', 'export const a = 1'],
]

test.each(violations)('%s is refused', (_name, path, text) => {
  expect(noBarrels.check(planted({ [path]: text })).broken).toEqual([`${path} is a barrel`])
})

test('a file with its own exports may re-export, and a route may be an index', () => {
  const tree = {
    'tools/a.ts': `export { b } from './b.ts'\nexport const a = 1`,
    'apps/dashboard/src/routes/index.tsx': 'export const Route = 1',
  }
  expect(noBarrels.check(planted(tree))).toEqual({ checked: 2, broken: [] })
})
