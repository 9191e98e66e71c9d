import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(`
    create table films (id int primary key, title text, year int, director_id int);
    insert into films values (1, 'Ran', 1985, 1), (2, 'Ikiru', 1952, 1), (3, 'Solaris', 1972, 2);
  `)
})
afterAll(() => api[Symbol.asyncDispose]())

test('a table is read with a select, filters, an order and a limit', async () => {
  const { data, error } = await api.service
    .from('films')
    .select('id,name:title')
    .gt('year', 1950)
    .order('year', { ascending: false })
    .limit(2)
  expect(error).toBeNull()
  expect(data).toEqual([
    { id: 1, name: 'Ran' },
    { id: 3, name: 'Solaris' },
  ])
})
