import type { AttachedSql } from './chat.rules.ts'

/** A chat started by another part of the page. */
export interface NewChat {
  name: string
  /** The draft message. Never sent automatically: the user sees it first. */
  initialInput?: string
  sqlSnippets?: readonly AttachedSql[]
  /** Questions to choose from. */
  suggestions?: readonly string[]
}
