import { expect, test } from 'vitest'
import { fixesFor, followObstacle } from './follow-obstacle.rules.ts'
import { aSourceCheck } from './source-check.fixture.ts'

const keyless = {
  schema: 'shop',
  name: 'a',
  reason: 'no_identity' as const,
  fix: 'alter table "shop"."a" replica identity full;',
}

test.each([
  ['a source without obstacles is followed', {}, ['shop'], undefined],
  ['an obstacle of the source counts for every schema', { obstacles: ['wal_level'] }, ['x'], 'The source'],
  ['a table without a key counts for its schema', { unsuitable_schemas: ['shop'] }, ['shop'], 'Some tables'],
  ['a schema that is not chosen does not count', { unsuitable_schemas: ['shop'] }, ['other'], undefined],
])('%s', (_title, follow, chosen, expected) => {
  const found = followObstacle(aSourceCheck({ follow }), new Set(chosen))
  if (expected === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(expected)
})

test('only the statements for chosen schemas are told', () => {
  const check = aSourceCheck({ follow: { unsuitable_tables: [keyless] } })
  expect(fixesFor(check, new Set(['shop']))).toEqual([keyless.fix])
  expect(fixesFor(check, new Set(['other']))).toEqual([])
})
