import { expect, test } from 'vitest'
import {
  foundExtensions,
  foundUnavailable,
  inOrder,
  switchRefusal,
  updateOf,
} from './extension-list.rules.ts'

const extension = (name: string, comment: string, id: number | null = null) => ({
  id,
  name,
  comment,
  default_version: '1.1',
  installed_version: id === null ? null : '1.0',
  versions: ['1.0', '1.1'],
  schema: null,
  fixed_schema: null,
  requires: [],
})
const all = [
  extension('citext', 'text in either case'),
  extension('pg_trgm', 'similar text', 7),
  extension('seg', 'lines'),
]
const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name)

test('enabled extensions come first', () => {
  expect(namesOf(foundExtensions(all, ''))).toEqual(['pg_trgm', 'citext', 'seg'])
})

test.each([
  ['TRGM', ['pg_trgm']],
  [' text ', ['pg_trgm', 'citext']],
  ['nothing', []],
])('%j finds %j', (filter, names) => {
  expect(namesOf(foundExtensions(all, filter))).toEqual(names)
})

test('those that cannot be enabled are found by what they do', () => {
  const vector = { name: 'vector', does: 'Nearest neighbours', reason: '', instead: '' }
  expect(foundUnavailable([vector], 'NEAREST')).toEqual([vector])
  expect(foundUnavailable([vector], 'cron')).toEqual([])
})

test('an enabled extension of an older version can be updated', () => {
  expect(all.map(updateOf)).toEqual([undefined, '1.1', undefined])
})

test('the language of the platform stays enabled, and readers switch nothing', () => {
  expect(switchRefusal(extension('plpgsql', '', 3), undefined)).toContain('platform')
  expect(switchRefusal(extension('plpgsql', ''), undefined)).toBeUndefined()
  expect(switchRefusal(extension('citext', '', 4), undefined)).toBeUndefined()
  expect(switchRefusal(extension('citext', '', 4), 'You only read')).toBe('You only read')
})

test('versions are in the order of their numbers', () => {
  expect(inOrder(['1.10', '1.9', '1.2.1', '1.2'])).toEqual(['1.2', '1.2.1', '1.9', '1.10'])
})
