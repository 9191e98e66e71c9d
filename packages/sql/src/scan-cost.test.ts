import { expect, test } from 'vitest'
import { COMMENT_DEPTH_MAX, scanProblem } from './scan-cost.ts'

test.each([
  ['a hundred thousand openings', '/*'.repeat(100_000)],
  ['openings apart from each other', '/* '.repeat(COMMENT_DEPTH_MAX + 1)],
  ['openings and closings in a row', `${'/*'.repeat(500)}${'/**/'.repeat(100_000)}${'*/'.repeat(500)}`],
  ['an operator of a hundred thousand signs', `select ${'+'.repeat(100_000)}1`],
  ['many long operators', `select 1 ${`${'+-'.repeat(5_000)}1 `.replaceAll('--', '')}`.repeat(20)],
])('refuses %s', (_what, text) => {
  expect(scanProblem(text)?.message).toMatch(/Remove|remove/)
})

test.each([
  ['a ruler in a comment', `/${'*'.repeat(100_000)}/ select 1`],
  ['a line of dashes', `${'-'.repeat(100_000)}\nselect 1`],
  ['many comments', '/* a */ select 1; '.repeat(100_000)],
  ['comments in comments', `${'/* '.repeat(50)}${' */'.repeat(50)} select 1`],
  ['an open comment', 'select 1 /* and more'],
  ['operators', `select ${'1+2*3-4/5|6#7&8<=9 '.repeat(10_000)}`],
  ['openings in a string', `select '${'/*'.repeat(100_000)}'`],
])('accepts %s', (_what, text) => {
  expect(scanProblem(text)).toBeUndefined()
})

test('the position of the comment is reported', () => {
  expect(scanProblem(`select 1; ${'/*'.repeat(100_000)}`)?.at).toBe('select 1; '.length)
})
