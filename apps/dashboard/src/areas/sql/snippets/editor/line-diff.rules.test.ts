import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.rules.ts'

const diffRows = (left: string, right: string) =>
  lineDiff(left, right).map(
    (line) => `${line.left ?? '·'}${line.kind === 'same' ? '=' : '|'}${line.right ?? '·'}`,
  )

test.each([
  ['nothing', 'a\nb', 'a\nb', ['a=a', 'b=b']],
  ['a line in the middle', 'a\nb\nc', 'a\nx\nc', ['a=a', 'b|x', 'c=c']],
  ['an added line', 'a\nc', 'a\nb\nc', ['a=a', '·|b', 'c=c']],
  ['a removed line', 'a\nb\nc', 'a\nc', ['a=a', 'b|·', 'c=c']],
  ['changed lines around an unchanged one', 'x\nkeep\ny', '1\nkeep\n2', ['x|1', 'keep=keep', 'y|2']],
  ['everything', 'a', 'b\nc', ['a|b', '·|c']],
  ['an empty text', '', 'a', ['|a']],
])('shows %s', (_what, left, right, rows) => {
  expect(diffRows(left, right)).toEqual(rows)
})

test('both sides are complete for any change', () => {
  const text = (seed: number) =>
    Array.from({ length: 60 }, (_, n) => String((n * seed * 7919) % 13)).join('\n')
  for (const [a, b] of [
    [2, 3],
    [5, 11],
    [1, 6],
  ] as const) {
    const lines = lineDiff(text(a), text(b))
    expect(lines.flatMap(({ left }) => left ?? []).join('\n')).toBe(text(a))
    expect(lines.flatMap(({ right }) => right ?? []).join('\n')).toBe(text(b))
  }
})

test('long texts without common lines are compared as a single change', () => {
  const lines = (prefix: string) => Array.from({ length: 10_000 }, (_, n) => prefix + n).join('\n')
  expect(lineDiff(lines('a'), lines('b'))).toHaveLength(10_000)
})
