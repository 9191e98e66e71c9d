import { expect, test } from 'vitest'
import { chosenSource, chosenType, closedSearch, readConnectSearch } from './connect-search.rules.ts'

test.each([
  [
    { showConnect: true, type: 'jdbc' },
    { showConnect: true, type: 'jdbc' },
  ],
  [{ showConnect: 'yes' }, {}],
  [{ showConnect: false, method: 'direct' }, { method: 'direct' }],
  [{ type: 7, source: ['a'], tab: {} }, {}],
  [{ search: 'other pages have their own' }, {}],
])('%j is read as %j', (search, expected) => {
  expect(readConnectSearch(search)).toEqual(expected)
})

test.each([
  ['psql', 'psql'],
  ['PSQL', 'uri'],
  ['constructor', 'uri'],
  [undefined, 'uri'],
])('the type %s shows %s', (type, expected) => {
  expect(chosenType(type === undefined ? {} : { type })).toBe(expected)
})

test('an unknown source shows the primary', () => {
  const databases = [{ identifier: 'primary' }, { identifier: 'replica' }]
  expect(chosenSource({ source: 'replica' }, databases)?.identifier).toBe('replica')
  expect(chosenSource({ source: 'gone' }, databases)?.identifier).toBe('primary')
  expect(chosenSource({}, [])).toBeUndefined()
})

test('closing leaves nothing of the dialog in the address', () => {
  const everything = {
    showConnect: true,
    tab: 'a',
    framework: 'b',
    using: 'c',
    with: 'd',
    type: 'e',
    source: 'f',
    method: 'g',
  }
  expect(readConnectSearch({ ...everything, ...closedSearch })).toEqual({})
})
