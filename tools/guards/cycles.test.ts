import { expect, test } from 'vitest'
import { noCycles } from './cycles.ts'
import { planted } from './planted.ts'

test('two files that import each other are refused', () => {
  const { broken } = noCycles.check(
    planted({ 'tools/a.ts': `import { b } from './b.ts'`, 'tools/b.ts': `import { a } from './a.ts'` }),
  )
  expect(broken).toEqual(['tools/a.ts -> tools/b.ts -> tools/a.ts'])
})

test('a long way round, closed by a type, is refused', () => {
  const { broken } = noCycles.check(
    planted({
      'tools/a.ts': `import { b } from './b.ts'`,
      'tools/b.ts': `export * from './c.ts'`,
      'tools/c.ts': `import type { A } from './a.ts'`,
    }),
  )
  expect(broken).toEqual(['tools/a.ts -> tools/b.ts -> tools/c.ts -> tools/a.ts'])
})

test('two paths to the same file are not a cycle', () => {
  const { checked, broken } = noCycles.check(
    planted({
      'tools/a.ts': `import { b } from './b.ts'\nimport { c } from './c.ts'`,
      'tools/b.ts': `import { c } from './c.ts'`,
      'tools/c.ts': '',
    }),
  )
  expect(broken).toEqual([])
  expect(checked).toBe(3)
})
