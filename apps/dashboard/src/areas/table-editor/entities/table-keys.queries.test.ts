import { expect, test } from 'vitest'
import { queryQueries } from '../../sql/query/query.queries.ts'
import { rowQueries } from '../rows/rows.queries.ts'
import { tableQueries } from '../tables/tables.queries.ts'
import { entityQueries } from './entities.queries.ts'
import { tableKeys } from './table-keys.queries.ts'

test('a change of a table refetches the lists, its definition, its rows and what SQL editors complete', () => {
  expect(tableKeys.changed('abc', 7)).toEqual([
    entityQueries.of('abc'),
    tableQueries.of('abc'),
    rowQueries.of({ ref: 'abc', id: 7 }),
    queryQueries.catalogue('abc').queryKey,
  ])
})

test('a change of any table refetches the rows of all that are open', () => {
  expect(tableKeys.changed('abc', null)).toContainEqual(rowQueries.ofProject('abc'))
})
