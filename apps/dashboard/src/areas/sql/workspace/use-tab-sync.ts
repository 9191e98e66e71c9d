import { NAMES_PER_REQUEST_MAX } from '@basalt/contract/snippets/snippets.rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Tab } from '../../../app/editor-tabs/tab.port.ts'
import { sqlTabId } from '../../../app/editor-tabs/tab.port.ts'
import type { SnippetDocuments } from '../snippets/saving/snippet-documents.ts'
import { snippetQueries } from '../snippets/snippets.queries.ts'

/**
 * Synchronizes tabs with the server once per project: renames the tabs of renamed queries and reports those of deleted
 * ones. The active tab, which reports a missing query itself, and queries with local drafts are left alone.
 */
export function useTabSync({
  ref,
  tabs,
  activeId,
  documents,
  onRename,
  onDeleted,
}: {
  ref: string
  tabs: readonly Tab[]
  activeId: string | undefined
  documents: SnippetDocuments
  onRename: (tabId: string, name: string) => void
  onDeleted: (tabIds: readonly string[]) => void
}) {
  const client = useQueryClient()
  const sync = useEffectEvent(async (projectRef: string, isCancelled: () => boolean) => {
    const ids = tabs.flatMap(({ metadata: { sqlId } }) => sqlId ?? []).slice(0, NAMES_PER_REQUEST_MAX)
    if (ids.length === 0) return
    // Drafts first: a draft that is saved in between is then found on the server.
    const unsaved = await documents.unsaved(projectRef)
    const existing = await client.fetchQuery(snippetQueries.names(projectRef, ids))
    if (isCancelled()) return
    for (const { id, name } of existing) onRename(sqlTabId(id), name)
    const known = new Set([...existing.map(({ id }) => id), ...unsaved])
    const deleted = ids.filter((id) => !known.has(id) && id !== activeId)
    if (deleted.length > 0) onDeleted(deleted.map(sqlTabId))
  })
  useEffect(() => {
    let isCancelled = false
    // When the server is unavailable, tabs stay as they are.
    sync(ref, () => isCancelled).catch(() => undefined)
    return () => {
      isCancelled = true
    }
  }, [ref])
}
