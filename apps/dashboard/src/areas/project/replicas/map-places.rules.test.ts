import { expect, test } from 'vitest'
import { aDatabaseState } from './a-database-state.fixture.ts'
import { databasesText, placesOf } from './map-places.rules.ts'

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
  [['shop', 'a'], 'Primary database, 1 read replica'],
  [['a', 'b'], '2 read replicas'],
])('the databases %j read "%s"', (identifiers, text) => {
  const databases = identifiers.map((identifier) => aDatabaseState({ identifier }))
  expect(databasesText(databases, 'shop')).toBe(text)
})
