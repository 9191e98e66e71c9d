import { expect, test } from 'vitest'
import { entityKindNames, entityKinds, isProtectedSchema } from './entities.rules.ts'

test('every kind of entity has a name, and tables come first', () => {
  expect(entityKinds.map((kind) => entityKindNames[kind])).toEqual([
    'Table',
    'View',
    'Materialized view',
    'Foreign table',
    'Partitioned table',
  ])
})

test.each([
  ['public', false],
  ['shop', false],
  ['Storage', false],
  ['authors', false],
  ['auth', true],
  ['storage', true],
  ['extensions', true],
  ['basalt', true],
  ['information_schema', true],
  ['pg_catalog', true],
  ['pg_toast', true],
  ['pg_temp_3', true],
])('the schema %s is protected: %s', (schema, expected) => {
  expect(isProtectedSchema(schema)).toBe(expected)
})
