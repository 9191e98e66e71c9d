import { NAMED_AT_ONCE } from '@basalt/contract/snippets/snippets.rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { sqlTabId } from '../editor-tabs/tabs.rules.ts'
import type { Tab } from '../editor-tabs/tabs.schema.ts'
import type { SnippetDocuments } from '../snippets/saving/snippet-documents.ts'
import { snippetQueries } from '../snippets/snippets.queries.ts'

/**
 * Once for each project: tabs of queries that were renamed elsewhere get their new names, and those of queries that
 * are no more go. The one that is shown says so itself, and a text that only this browser has keeps its tab.
 */
export function useLivingTabs({
  ref,
  tabs,
  activeId,
  documents,
  onRename,
  onGone,
}: {
  ref: string
  tabs: readonly Tab[]
  activeId: string | undefined
  documents: SnippetDocuments
  onRename: (tabId: string, name: string) => void
  onGone: (tabIds: readonly string[]) => void
}) {
  const client = useQueryClient()
  const look = useEffectEvent(async (place: string, isLeft: () => boolean) => {
    const ids = tabs.flatMap(({ metadata: { sqlId } }) => sqlId ?? []).slice(0, NAMED_AT_ONCE)
    if (ids.length === 0) return
    // Drafts first: what is saved meanwhile is found at the server.
    const unsaved = await documents.unsaved(place)
    const there = await client.fetchQuery(snippetQueries.names(place, ids))
    if (isLeft()) return
    for (const { id, name } of there) onRename(sqlTabId(id), name)
    const known = new Set([...there.map(({ id }) => id), ...unsaved])
    const gone = ids.filter((id) => !known.has(id) && id !== activeId)
    if (gone.length > 0) onGone(gone.map(sqlTabId))
  })
  useEffect(() => {
    let isLeft = false
    // Where it cannot be asked, tabs stay as they are.
    look(ref, () => isLeft).catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [ref])
}
