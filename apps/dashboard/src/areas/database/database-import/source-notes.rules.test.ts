import { expect, test } from 'vitest'
import { aSourceCheck } from './source-check.fixture.ts'
import { sourceNotes } from './source-notes.rules.ts'

test('an ordinary source needs few words', () => {
  expect(sourceNotes(aSourceCheck(), 'copy')).toHaveLength(2)
})

test('roles, owners, extensions and large objects that do not come over as they are, are named', () => {
  const check = aSourceCheck({
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
  })
  const notes = sourceNotes(check, 'copy').join('\n')
  expect(notes).toContain('ann and bob')
  expect(notes).toMatch(/without login.*: sellers\./)
  expect(notes).toContain('here: postgis.')
  expect(notes).toContain('1,200 large objects')
})

test('following says what it creates at the source and what it stores', () => {
  const notes = sourceNotes(aSourceCheck(), 'follow').join('\n')
  expect(notes).toContain('replication slot')
  expect(notes).toContain('stored encrypted')
})
