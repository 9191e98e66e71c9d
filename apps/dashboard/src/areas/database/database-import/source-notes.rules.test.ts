import { expect, test } from 'vitest'
import { sourceNotes } from './source-notes.rules.ts'

const check = {
  version: '15.1',
  database: 'shop',
  bytes: 1,
  is_encrypted: true,
  obstacle: null,
  schemas: [],
  extensions: [],
  roles: [],
  owners: ['postgres'],
  large_objects: 0,
}

test('an ordinary source needs few words', () => {
  expect(sourceNotes(check)).toHaveLength(2)
})

test('roles, owners, extensions and large objects that do not come over as they are, are named', () => {
  const notes = sourceNotes({
    ...check,
    owners: ['postgres', 'ann', 'bob'],
    roles: [
      { name: 'anon', exists: true },
      { name: 'sellers', exists: false },
    ],
    extensions: [
      { name: 'postgis', version: '3', is_available: false },
      { name: 'citext', version: '1', is_available: true },
    ],
    large_objects: 1200,
  }).join('\n')
  expect(notes).toContain('ann and bob')
  expect(notes).toMatch(/without login.*: sellers\./)
  expect(notes).toContain('here: postgis.')
  expect(notes).toContain('1,200 large objects')
})
