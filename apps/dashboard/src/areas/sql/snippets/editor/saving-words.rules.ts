import type { DocumentSnapshot } from '../saving/document-snapshot.ts'

export type SavingLook = 'none' | 'saving' | 'saved' | 'failed' | 'conflict'

/** How long the mark of a finished save stays. */
export const SAVED_SHOWN_MS = 3000

type Known = Pick<DocumentSnapshot, 'saving' | 'failure' | 'conflict' | 'isKept' | 'isDirty' | 'isOnServer'>

/** What stands beside Run about the text, and what can be done about it. */
export function savingWords({ saving, failure, conflict, isKept, isDirty, isOnServer }: Known): {
  look: SavingLook
  words: string
  action?: 'retry' | 'make-again'
} {
  if (conflict) return { look: 'conflict', words: 'Changed somewhere else' }
  const keptHere = isKept
    ? 'The text is kept in this browser.'
    : 'This browser cannot keep it either: its storage is full or blocked. Copy the text before you leave.'
  if (failure?.kind === 'gone')
    return {
      look: 'failed',
      words: `This query was deleted somewhere else. ${keptHere}`,
      action: 'make-again',
    }
  if (failure) {
    const what = isOnServer ? 'Not saved' : 'Failed to insert content'
    return { look: 'failed', words: `${what}: ${failure.message} ${keptHere}`, action: 'retry' }
  }
  if (!isKept && isDirty) return { look: 'failed', words: `Not saved yet. ${keptHere}`, action: 'retry' }
  if (saving === 'UPDATING') return { look: 'saving', words: 'Saving' }
  return { look: 'none', words: '' }
}
