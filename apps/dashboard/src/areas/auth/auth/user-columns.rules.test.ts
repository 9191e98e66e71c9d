import { expect, test } from 'vitest'
import { columnsByDefault, withColumn } from './user-columns.rules.ts'

test('columns keep their order when one is shown or hidden', () => {
  const more = withColumn(columnsByDefault, 'phone', true)
  expect(more).toEqual(['state', 'phone', 'providers', 'created', 'last'])
  expect(withColumn(more, 'created', false)).toEqual(['state', 'phone', 'providers', 'last'])
  expect(withColumn(more, 'phone', false)).toEqual(columnsByDefault)
})
