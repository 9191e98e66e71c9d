/** Bytes of UTF-8 that the text of one snippet may have. */
export const SNIPPET_BYTES_MAX = 10 * 1024 * 1024
/** The same in JSON, where line breaks, tabs and quotes take two bytes each. */
export const SNIPPET_BODY_LIMIT = 2 * SNIPPET_BYTES_MAX + 1024 * 1024
export const SNIPPET_NAME_MAX = 255
export const SNIPPET_DESCRIPTION_MAX = 2000
export const FOLDER_NAME_MAX = 100
/** Characters of the SQL that lists show. */
export const SNIPPET_PREVIEW_MAX = 120
/** Snippets a page of a list brings unless said, and at most. */
export const SNIPPETS_PAGE = 100
/** Snippets or folders one call deletes at most. */
export const DELETED_AT_ONCE = 500
/** Ids whose names are asked for in one call: what one has open, in an address of a usual length. */
export const NAMED_AT_ONCE = 100
/** Saves that a client may name as its own when it cannot know which of them arrived. */
export const UNANSWERED_SAVES_MAX = 200

export const UNTITLED = 'Untitled query'
/** Whether a query still has the name that it was made with. */
export const isUntitled = (name: string): boolean =>
  name.startsWith(UNTITLED) && /^(?: \d+)?$/.test(name.slice(UNTITLED.length))
export const snippetVisibilities = ['user', 'project'] as const
export const snippetSortKeys = ['inserted_at', 'name'] as const
export type SnippetSortKey = (typeof snippetSortKeys)[number]

export const SHARED_IN_FOLDER = 'Shared snippet cannot be within a folder'
export const FOLDER_TAKEN_ON_CREATE = 'Unable to create new folder: This folder name already exists'
export const FOLDER_TAKEN_ON_RENAME = 'Unable to update folder: This folder name already exists'

/** Tells a conflict of texts from every other conflict: `details.reason`. `details.current` is the text that is there. */
export const REVISION_CONFLICT = 'revision_conflict'

/** Earlier texts of a snippet that are kept; the oldest goes first. */
export const REVISIONS_KEPT = 100
/** Saves that follow each other faster than this are one piece of work and keep one earlier text. */
export const REVISION_PAUSE_MS = 2 * 60_000
/** A text that shrinks below this part of what it was has probably lost something. */
const SHRUNK_TO = 0.5

interface Replacement {
  before: { length: number; savedBy: string | null }
  after: { length: number; savedBy: string }
  /** Whether the author knew the replaced text. */
  knew: boolean
  /** Since an earlier text of this snippet was kept last, or since it was made. */
  msSinceKept: number
}

/** Whether a text that is about to be replaced is kept among the earlier ones. */
export function isWorthKeeping({ before, after, knew, msSinceKept }: Replacement): boolean {
  if (before.length === 0) return false
  return (
    !knew ||
    before.savedBy !== after.savedBy ||
    msSinceKept >= REVISION_PAUSE_MS ||
    after.length < before.length * SHRUNK_TO
  )
}
