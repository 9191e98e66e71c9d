import { expect, test } from 'vitest'
import { aSnippet } from '../saving/snippet.fixture.ts'
import { savingWords } from './saving-words.rules.ts'

const calm = {
  saving: 'IDLE',
  failure: undefined,
  conflict: undefined,
  isKept: true,
  isDirty: false,
  isOnServer: true,
} as const
const waiting = { kind: 'waiting', message: 'The server does not answer.' } as const

test.each([
  ['nothing to say', calm, 'none', undefined],
  ['a save under way', { ...calm, saving: 'UPDATING' }, 'saving', undefined],
  ['a save that failed', { ...calm, saving: 'UPDATING_FAILED', failure: waiting }, 'failed', 'retry'],
  ['a deleted query', { ...calm, failure: { ...waiting, kind: 'gone' } }, 'failed', 'make-again'],
  ['a conflict', { ...calm, conflict: aSnippet(), failure: waiting }, 'conflict', undefined],
  ['full storage', { ...calm, isDirty: true, isKept: false }, 'failed', 'retry'],
] as const)('%s', (_case, snapshot, look, action) => {
  expect(savingWords(snapshot)).toMatchObject({ look, ...(action && { action }) })
})

test('a query that was never saved says that its text could not be inserted', () => {
  const failed = { ...calm, saving: 'UPDATING_FAILED', failure: waiting, isDirty: true } as const
  expect(savingWords(failed).words).toMatch(/^Not saved: The server does not answer\./)
  expect(savingWords({ ...failed, isOnServer: false }).words).toMatch(
    /^Failed to insert content: The server does not answer\./,
  )
})

test('a user who could lose a text is told to copy it', () => {
  const lost = { ...calm, failure: waiting, isDirty: true, isKept: false }
  expect(savingWords(lost).words).toContain('Copy the text before you leave')
  expect(savingWords({ ...lost, isKept: true }).words).toContain('kept in this browser')
})
