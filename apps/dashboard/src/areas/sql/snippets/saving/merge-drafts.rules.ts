import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import type { Draft } from './draft-store.ts'

/** The initial state of a query, merged from the server's text and drafts. */
export interface MergedDrafts {
  text: string
  /** The revision the text is based on, 0 for none. */
  base: number
  attempts: string[]
  /** Whether the server lacks the text. */
  isDirty: boolean
  /** The server's version, if it changed since the draft was written. */
  conflict: Snippet | undefined
  /** The draft whose text is used. */
  restored: Draft | undefined
  /** Drafts whose text is already saved or restored. */
  obsolete: Draft[]
  /** Older unsaved texts; each becomes a separate query. */
  divergent: Draft[]
}

/**
 * Merges the server's text with the browser's drafts so that no text is lost: the newest draft is restored, drafts that
 * the server already has are obsolete, and other ones become separate queries. `server` is undefined when it does not
 * have the query, or did not respond.
 */
export function mergeDrafts(server: Snippet | undefined, drafts: readonly Draft[]): MergedDrafts {
  const texts = new Set(server ? [server.content.sql] : [])
  const newestFirst = [...drafts].sort((a, b) => b.at - a.at)
  const fresh: Draft[] = []
  const obsolete: Draft[] = []
  for (const draft of newestFirst) {
    if (texts.has(draft.text)) obsolete.push(draft)
    else fresh.push(draft)
    texts.add(draft.text)
  }
  const [restored, ...divergent] = fresh
  const saved = { text: server?.content.sql ?? '', base: server?.revision ?? 0, attempts: [] }
  if (!restored) return { ...saved, isDirty: false, conflict: undefined, restored, obsolete, divergent }
  const { text, base, attempts } = restored
  const arrived = server?.save_id == null ? -1 : attempts.indexOf(server.save_id)
  const isOwn = arrived >= 0
  const isUpToDate = server === undefined || base === server.revision || isOwn
  return {
    text,
    base: server && isUpToDate ? server.revision : base,
    // Later attempts, as of a page that was just left, may still arrive.
    attempts: attempts.slice(arrived + 1),
    isDirty: true,
    conflict: isUpToDate ? undefined : server,
    restored,
    obsolete,
    divergent,
  }
}
