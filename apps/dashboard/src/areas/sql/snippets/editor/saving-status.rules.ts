import type { DocumentSnapshot } from '../saving/document-snapshot.ts'

export type SavingIndicator = 'none' | 'saving' | 'saved' | 'failed' | 'conflict'

/** How long the check mark of a finished save stays. */
export const SAVED_INDICATOR_MS = 3000

type Snapshot = Pick<
  DocumentSnapshot,
  'saving' | 'failure' | 'conflict' | 'isStoredLocally' | 'isDirty' | 'isOnServer'
>

/** The indicator, message and possible action for the saving state of a query. */
export function savingStatus({ saving, failure, conflict, isStoredLocally, isDirty, isOnServer }: Snapshot): {
  indicator: SavingIndicator
  message: string
  action?: 'retry' | 'save-as-new'
} {
  if (conflict) return { indicator: 'conflict', message: 'Changed somewhere else' }
  const localState = isStoredLocally
    ? 'The text is stored in this browser.'
    : 'This browser cannot store it either: its storage is full or blocked. Copy the text before you leave.'
  if (failure?.kind === 'gone')
    return {
      indicator: 'failed',
      message: `This query was deleted somewhere else. ${localState}`,
      action: 'save-as-new',
    }
  if (failure) {
    const what = isOnServer ? 'Not saved' : 'Failed to insert content'
    return { indicator: 'failed', message: `${what}: ${failure.message} ${localState}`, action: 'retry' }
  }
  if (!isStoredLocally && isDirty)
    return { indicator: 'failed', message: `Not saved yet. ${localState}`, action: 'retry' }
  if (saving === 'UPDATING') return { indicator: 'saving', message: 'Saving' }
  return { indicator: 'none', message: '' }
}
