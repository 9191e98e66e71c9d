import { defaultParseSearch } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { searchText } from './search-text.ts'

test.each<[Record<string, unknown>, string]>([
  [{}, ''],
  [{ schema: 'public', search: 7 }, '?schema=public&search=7'],
  [{ filter: ['id:gt:7'] }, '?filter=id:gt:7'],
  [
    { schema: 'a b', filter: ['id:gt:7', 'name:eq:a&b=c#"+%'], sort: ['id:asc'] },
    '?schema=a+b&filter=id:gt:7&filter=name:eq:a%26b%3Dc%23%22%2B%25&sort=id:asc',
  ],
  [{ filter: undefined, sort: undefined }, ''],
])('%j is written as %s', (search, text) => {
  expect(searchText(search)).toBe(text)
})

test('repeated params are read as they were written', () => {
  const filter = ['id:gt:7', 'name:eq:a&b=c#"+%', 'note:eq:"x, y"']
  expect(defaultParseSearch(searchText({ filter, schema: 'public' }))).toEqual({ filter, schema: 'public' })
})
