import { expect, test } from 'vitest'
import { aDatabaseState } from './a-database-state.fixture.ts'
import { databasesText, otherPlaces, placesOf } from './map-places.rules.ts'

test('only regions that the operator named by a known code have a place', () => {
  const states = [
    aDatabaseState({ region: 'eu-central-1' }),
    aDatabaseState({ identifier: 'a', region: 'eu-central-1' }),
    aDatabaseState({ identifier: 'b', region: 'the cellar' }),
    aDatabaseState({ identifier: 'c', region: 'toString' }),
  ]
  const { places, unknown } = placesOf(states)
  expect(places.map(({ region, databases }) => [region, databases.length])).toEqual([['eu-central-1', 2]])
  expect(unknown).toEqual(['the cellar', 'toString'])
})

test.each([
  [['shop'], 'Primary database'],
  [['shop', 'shop-rr-abcde'], 'Primary database, replica abcde'],
  [['shop-rr-abcde', 'shop-rr-fghij'], 'replica abcde, replica fghij'],
])('the databases %j read "%s"', (identifiers, text) => {
  const databases = identifiers.map((identifier) => aDatabaseState({ identifier }))
  expect(databasesText(databases, 'shop')).toBe(text)
})

test('the other known regions are places without databases', () => {
  const { places } = placesOf([aDatabaseState({ region: 'eu-central-1' })])
  const codes = otherPlaces(places).map(({ code }) => code)
  expect(codes).toHaveLength(15)
  expect(codes).not.toContain('eu-central-1')
})
