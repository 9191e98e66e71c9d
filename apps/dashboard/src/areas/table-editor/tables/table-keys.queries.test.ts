import { expect, test } from 'vitest'
import { entityQueries } from '../entities/entities.queries.ts'
import { rowQueries } from '../rows/rows.queries.ts'
import { tableKeys } from './table-keys.queries.ts'
import { tableQueries } from './tables.queries.ts'

test('a change of a table refetches the lists, its definition and its rows', () => {
  expect(tableKeys('abc', 7)).toEqual([
    entityQueries.of('abc'),
    tableQueries.of('abc'),
    rowQueries.of({ ref: 'abc', id: 7 }),
  ])
})

test('a dropped table refetches the rows of all that are open', () => {
  expect(tableKeys('abc', null).at(-1)).toEqual([...rowQueries.all, 'abc'])
})
