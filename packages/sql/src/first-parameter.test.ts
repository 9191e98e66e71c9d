import { expect, test } from 'vitest'
import { firstParameter } from './first-parameter.ts'

test.each([
  ['select $1, $2', { text: '$1', start: 7 }],
  ["select '$1', $$ $2 $$, a$3, $4", { text: '$4', start: 28 }],
  ['select 1 -- $1', undefined],
])('in %j it is %j', (sql, parameter) => {
  expect(firstParameter(sql)).toEqual(parameter)
})
