import { expect, test } from 'vitest'
import { aSnippet } from '../saving/snippet.fixture.ts'
import { savingStatus } from './saving-status.rules.ts'

const idle = {
  saving: 'IDLE',
  failure: undefined,
  conflict: undefined,
  isStoredLocally: true,
  isDirty: false,
  isOnServer: true,
} as const
const waiting = { kind: 'waiting', message: 'The server does not answer.' } as const

test.each([
  ['idle', idle, 'none', undefined],
  ['a save in progress', { ...idle, saving: 'UPDATING' }, 'saving', undefined],
  ['a failed save', { ...idle, saving: 'UPDATING_FAILED', failure: waiting }, 'failed', 'retry'],
  ['a deleted query', { ...idle, failure: { ...waiting, kind: 'gone' } }, 'failed', 'save-as-new'],
  ['a conflict', { ...idle, conflict: aSnippet(), failure: waiting }, 'conflict', undefined],
  ['full storage', { ...idle, isDirty: true, isStoredLocally: false }, 'failed', 'retry'],
] as const)('%s', (_case, snapshot, indicator, action) => {
  expect(savingStatus(snapshot)).toMatchObject({ indicator, ...(action && { action }) })
})

test('a query that was never saved reports a failed insert', () => {
  const failed = { ...idle, saving: 'UPDATING_FAILED', failure: waiting, isDirty: true } as const
  expect(savingStatus(failed).message).toMatch(/^Not saved: The server does not answer\./)
  expect(savingStatus({ ...failed, isOnServer: false }).message).toMatch(
    /^Failed to insert content: The server does not answer\./,
  )
})

test('a user who could lose the text is advised to copy it', () => {
  const lost = { ...idle, failure: waiting, isDirty: true, isStoredLocally: false }
  expect(savingStatus(lost).message).toContain('Copy the text before you leave')
  expect(savingStatus({ ...lost, isStoredLocally: true }).message).toContain('stored in this browser')
})
