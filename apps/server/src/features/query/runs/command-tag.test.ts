import { expect, test } from 'vitest'
import { parseCommandTag } from './command-tag.ts'

test.each([
  ['SELECT 5', 'SELECT', 5],
  ['INSERT 0 12', 'INSERT', 12],
  ['UPDATE 0', 'UPDATE', 0],
  ['COPY 3', 'COPY', 3],
  ['CREATE TABLE', 'CREATE TABLE', null],
  ['REFRESH MATERIALIZED VIEW', 'REFRESH MATERIALIZED VIEW', null],
  ['BEGIN', 'BEGIN', null],
])('parses the tag %s into %s and %s', (tag, command, rowCount) => {
  expect(parseCommandTag(tag)).toEqual({ command, rowCount })
})
