import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import type { SaveFailure } from './saving.rules.ts'

/** The state of an open query. */
export interface DocumentSnapshot {
  readonly saving: 'IDLE' | 'UPDATING' | 'UPDATING_FAILED'
  readonly failure: SaveFailure | undefined
  /** The conflicting version on the server. Nothing is saved until the user chooses one of the texts. */
  readonly conflict: Snippet | undefined
  /** Whether there are changes that are not saved on the server. */
  readonly isDirty: boolean
  /** False for a new query that has not been saved yet. */
  readonly isOnServer: boolean
  /** Whether unsaved changes are stored in the browser. */
  readonly isStoredLocally: boolean
  /** The number of saves since it was opened. */
  readonly saves: number
  /** A text from elsewhere that the editor must display. */
  readonly replacement: { readonly text: string } | undefined
}
