import { expect, test } from 'vitest'
import { honestTests } from './honest-tests.ts'
import { planted } from './planted.ts'

test.each([
  ['a focused test', `test.only('a project comes up', () => {})`],
  ['a test left out', `test.skip('a project comes up', () => {})`],
  ['a test left out without a reason', `test.runIf(hasJava)('Java connects', () => {})`],
  ['a group of tests left out', `describe.skip('projects', () => {})`],
  [
    'a sleep',
    `test('a project comes up', async () => { await new Promise((done) => setTimeout(done, 100)) })`,
  ],
  ['a pause of the browser', `test('a project comes up', async () => { await page.waitForTimeout(100) })`],
  ['a program that a bare machine lacks', `test('a project comes up', () => execFileSync('ps', ['-A']))`],
  ['a mocked module', `vi.mock('@tanstack/react-router'); test('a page opens', () => {})`],
  ['a title with should', `test('should come up', () => {})`],
  ['a title that is a name', `test('createProject', () => {})`],
])('%s is refused', (_name, text) => {
  expect(honestTests.check(planted({ 'apps/server/src/a.test.ts': text })).broken).toHaveLength(1)
})

test('a test that is skipped for a stated reason passes', () => {
  const text = `test('Java connects', ({ skip }) => { skip(!hasJava, 'Java is not installed') })`
  expect(honestTests.check(planted({ 'apps/server/src/a.test.ts': text })).broken).toEqual([])
})

test('a test with a sentence as its title that polls passes', () => {
  const text = `test('a project comes up', async () => { await waitFor(() => isUp()) })`
  expect(honestTests.check(planted({ 'apps/server/src/a.test.ts': text }))).toEqual({
    checked: 1,
    broken: [],
  })
})
