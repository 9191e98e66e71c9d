import { expect, test } from 'vitest'
import { noDefaultExports } from './default-exports.ts'
import { planted } from './planted.ts'

test.each([
  ['an expression', 'export default 1'],
  ['a function', 'export default function a() {}'],
  ['a renamed name', 'const a = 1\nexport { a as default }'],
])('%s as default export is refused', (_name, text) => {
  expect(noDefaultExports.check(planted({ 'tools/a.ts': text })).broken).toEqual([
    'tools/a.ts has a default export',
  ])
})

test('a configuration file that a tool reads may have one', () => {
  const tree = { 'e2e/playwright.config.ts': 'export default {}', 'tools/a.ts': `import x from 'x'` }
  expect(noDefaultExports.check(planted(tree))).toEqual({ checked: 1, broken: [] })
})
