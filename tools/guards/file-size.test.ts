import { expect, test } from 'vitest'
import { FILE_LINES_MAX, fileSize } from './file-size.ts'
import { planted } from './planted.ts'

const lines = (count: number) => `${Array.from({ length: count }, () => '//').join('\n')}\n`

test('a file one line too long is refused and one at the limit passes', () => {
  const tree = { 'tools/long.ts': lines(FILE_LINES_MAX + 1), 'tools/full.ts': lines(FILE_LINES_MAX) }
  expect(fileSize.check(planted(tree))).toEqual({ looked: 2, broken: ['tools/long.ts has 301 lines'] })
})
