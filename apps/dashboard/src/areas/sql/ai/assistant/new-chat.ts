import type { AttachedSql } from './chat.rules.ts'

/** A chat that something else on the page begins. */
export interface NewChat {
  name: string
  /** What stands in the field, for the user to change and send: nothing goes anywhere that nobody has seen. */
  initialInput?: string
  sqlSnippets?: readonly AttachedSql[]
  /** What may be asked, to choose from. */
  suggestions?: readonly string[]
}
