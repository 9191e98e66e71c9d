import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import type { SaveFailure } from './saving.rules.ts'

/** What is known of an open query, for the components that show it. */
export interface DocumentSnapshot {
  readonly saving: 'IDLE' | 'UPDATING' | 'UPDATING_FAILED'
  readonly failure: SaveFailure | undefined
  /** What somebody else wrote: nothing is saved until one of the two texts is chosen. */
  readonly conflict: Snippet | undefined
  /** Whether there is something that the server does not have. */
  readonly isDirty: boolean
  /** False for a query that nobody has written a character of. */
  readonly isOnServer: boolean
  /** Whether the browser keeps what the server does not have. */
  readonly isKept: boolean
  /** Saves since it was opened. */
  readonly saves: number
  /** A text that came from elsewhere and that the editor has to show. */
  readonly replacement: { readonly text: string } | undefined
}
