import { expect, test } from 'vitest'
import { isExposable, isSearchable } from './data-api-settings.rules.ts'

test.each([
  ['public', true, true],
  ['graphql_public', true, true],
  ['Odd, name', true, true],
  ['storage', true, true],
  ['extensions', false, true],
  ['auth', false, false],
  ['basalt', false, false],
  ['information_schema', false, false],
  ['pg_catalog', false, false],
  ['pg_toast_temp_3', false, false],
])('%s may be exposed: %s, and searched: %s', (schema, exposable, searchable) => {
  expect(isExposable(schema)).toBe(exposable)
  expect(isSearchable(schema)).toBe(searchable)
})
