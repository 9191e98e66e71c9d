/** Bytes of one snippet's SQL in UTF-8. */
export const SNIPPET_BYTES_MAX = 10 * 1024 * 1024
/** The largest JSON body with such SQL: line breaks, tabs and quotes take two bytes each. */
export const SNIPPET_BODY_LIMIT = 2 * SNIPPET_BYTES_MAX + 1024 * 1024
export const SNIPPET_NAME_MAX = 255
export const SNIPPET_DESCRIPTION_MAX = 2000
export const FOLDER_NAME_MAX = 100
/** Characters of SQL that lists show. */
export const SNIPPET_PREVIEW_MAX = 120
/** The default and largest page size. */
export const SNIPPETS_PAGE = 100
/** The most snippets or folders that one call deletes. */
export const DELETES_PER_REQUEST_MAX = 500
/** The most ids in one request for names; keeps the URL to a usual length. */
export const NAMES_PER_REQUEST_MAX = 100
/** The most saves of unknown outcome that a client may list. */
export const UNANSWERED_SAVES_MAX = 200

export const UNTITLED = 'Untitled query'
/** Whether a query still has its initial name. */
export const isUntitled = (name: string): boolean =>
  name.startsWith(UNTITLED) && /^(?: \d+)?$/.test(name.slice(UNTITLED.length))
export const snippetVisibilities = ['user', 'project'] as const
export const snippetSortKeys = ['inserted_at', 'name'] as const
export type SnippetSortKey = (typeof snippetSortKeys)[number]

export const SHARED_IN_FOLDER = 'Shared snippet cannot be within a folder'
export const FOLDER_TAKEN_ON_CREATE = 'Unable to create new folder: This folder name already exists'
export const FOLDER_TAKEN_ON_RENAME = 'Unable to update folder: This folder name already exists'

/** The `details.reason` of a conflict with another revision; `details.current` is the snippet on the server. */
export const REVISION_CONFLICT = 'revision_conflict'

/** Revisions retained per snippet, newest first. */
export const REVISIONS_RETAINED = 100
/** Saves in quicker succession than this make one revision. */
export const REVISION_PAUSE_MS = 2 * 60_000
/** A text that shrinks below this fraction of its length has probably lost something. */
const SHRUNK_TO = 0.5

interface Replacement {
  before: { length: number; savedBy: string | null }
  after: { length: number; savedBy: string }
  /** Whether the author had seen the replaced text. */
  knew: boolean
  /** Since the last revision of this snippet, or since its creation. */
  msSinceKept: number
}

/** Whether a text that is about to be replaced becomes a revision. */
export function becomesRevision({ before, after, knew, msSinceKept }: Replacement): boolean {
  if (before.length === 0) return false
  return (
    !knew ||
    before.savedBy !== after.savedBy ||
    msSinceKept >= REVISION_PAUSE_MS ||
    after.length < before.length * SHRUNK_TO
  )
}
