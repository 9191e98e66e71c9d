import { expect, test } from 'vitest'
import { changedRow } from './changed-row.ts'

test.each([
  ['{"id":1,"a":"x"}', '{"id":1,"a":"y"}', 'updated', ['a "x" "y"'], ['id 1']],
  ['{"id":1,"a":null}', '{"id":1,"a":""}', 'updated', ['a NULL ""'], ['id 1']],
  ['{"id":1}', '{"id":1}', 'unchanged', [], ['id 1']],
  ['{"id":1,"a":{"b":2}}', null, 'deleted', ['id 1 -', 'a {"b":2} -'], []],
  [null, '{"id":1}', 'inserted', ['id - 1'], []],
  ['{"id":null}', '{"id":1}', 'inserted', ['id - 1'], []],
])('%s to %s is %s', (before, after, kind, values, identity) => {
  const row = changedRow(before, after)
  expect(row.kind).toBe(kind)
  expect(row.values.map((value) => `${value.column} ${value.before ?? '-'} ${value.after ?? '-'}`)).toEqual(
    values,
  )
  expect(row.identity.map(({ column, value }) => `${column} ${value}`)).toEqual(identity)
})
