import { expect, test } from 'vitest'
import { environmentReadOnce } from './environment.ts'
import { planted } from './planted.ts'

test.each([
  ['a member of it', 'const port = process.env.BASALT_PORT'],
  ['all of it', 'const all = { ...process.env }'],
  ['its name out of node:process', `import { env } from 'node:process'`],
])('reading %s in a feature is refused', (_name, text) => {
  const path = 'apps/server/src/features/projects/a.ts'
  expect(environmentReadOnce.check(planted({ [path]: text })).broken).toEqual([`${path} reads process.env`])
})

test('main.ts, scripts and tests may read it', () => {
  const text = 'const port = process.env.BASALT_PORT'
  const tree = {
    'apps/server/src/main.ts': text,
    'scripts/tasks.ts': text,
    'apps/server/src/a.test.ts': text,
    'apps/server/src/app.ts': 'export const env = 1',
  }
  expect(environmentReadOnce.check(planted(tree))).toEqual({ checked: 1, broken: [] })
})
