import { expect, test } from 'vitest'
import { filterOf, isFiltered, projectListSearch } from './project-list.rules.ts'

test.each([
  [{}, { sort: 'name_asc', search: '' }, false],
  [{ status: 'all' }, { sort: 'name_asc', search: '' }, false],
  [{ status: 'active' }, { sort: 'name_asc', search: '', statuses: ['ACTIVE_HEALTHY'] }, true],
  [
    { status: 'paused', sort: 'created_desc' },
    { sort: 'created_desc', search: '', statuses: ['INACTIVE'] },
    true,
  ],
  [{ search: ' shop ' }, { sort: 'name_asc', search: 'shop' }, true],
  // The router parses `?search=2024` as a number.
  [{ search: 2024 }, { sort: 'name_asc', search: '2024' }, true],
  [{ search: '   ' }, { sort: 'name_asc', search: '' }, false],
  [{ status: 'sleeping', sort: 'size', search: 'x'.repeat(101) }, { sort: 'name_asc', search: '' }, false],
])('%o in the URL requests %o', (url, filter, narrowed) => {
  const search = projectListSearch.parse(url)
  expect(filterOf(search)).toEqual(filter)
  expect(isFiltered(search)).toBe(narrowed)
})
