import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import type { Draft } from './draft-store.ts'

/** How a query is opened. */
export interface StartingPoint {
  text: string
  /** The revision the text is based on, 0 for none. */
  base: number
  attempts: string[]
  /** Whether the server lacks the text. */
  isDirty: boolean
  /** What somebody else wrote while the draft waited. */
  conflict: Snippet | undefined
  /** The draft that is taken over. */
  adopted: Draft | undefined
  /** Drafts that say nothing new. */
  spent: Draft[]
  /** Other texts that no server has: each becomes a query of its own. */
  rescued: Draft[]
}

/**
 * What the server has and what the browser kept, brought together so that no text is lost: the newest draft continues
 * where it was, drafts that the server has already are spent, and further ones are rescued.
 * `server` is undefined when it does not have the query, or did not answer.
 */
export function startingPoint(server: Snippet | undefined, drafts: readonly Draft[]): StartingPoint {
  const known = new Set(server ? [server.content.sql] : [])
  const newestFirst = [...drafts].sort((a, b) => b.at - a.at)
  const fresh: Draft[] = []
  const spent: Draft[] = []
  for (const draft of newestFirst) {
    if (known.has(draft.text)) spent.push(draft)
    else fresh.push(draft)
    known.add(draft.text)
  }
  const [adopted, ...rescued] = fresh
  const saved = { text: server?.content.sql ?? '', base: server?.revision ?? 0, attempts: [] }
  if (!adopted) return { ...saved, isDirty: false, conflict: undefined, adopted, spent, rescued }
  const { text, base, attempts } = adopted
  const arrived = server?.save_id == null ? -1 : attempts.indexOf(server.save_id)
  const isOwn = arrived >= 0
  const isBased = server === undefined || base === server.revision || isOwn
  return {
    text,
    base: server && isBased ? server.revision : base,
    // Those sent after it, as by a page that was just left, may arrive later.
    attempts: attempts.slice(arrived + 1),
    isDirty: true,
    conflict: isBased ? undefined : server,
    adopted,
    spent,
    rescued,
  }
}
