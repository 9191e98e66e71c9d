import { isUntitled } from '@basalt/contract/snippets/snippets.rules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { sqlTabId } from '../../../app/editor-tabs/tab.port.ts'
import { useTabs } from '../../../app/editor-tabs/tabs.port.ts'
import { generateTitle } from '../ai/ai.queries.ts'
import { useQueryRun } from '../query/run/query-run.queries.ts'
import type { SnippetDocument } from '../snippets/saving/snippet-document.ts'
import { snippetQueries, updateSnippet } from '../snippets/snippets.queries.ts'

/**
 * Names an untitled query when it runs. A failure is silent, because the user did not request it; the next run retries.
 */
export function useAutoTitle(document: SnippetDocument, isReadOnly: boolean) {
  const { id, ref } = document
  const { snapshot } = useQueryRun(ref, id)
  const client = useQueryClient()
  const { actions } = useTabs(ref)
  const { mutateAsync: update } = useMutation(updateSnippet(ref))
  const isPending = useRef(false)

  const currentName = () => client.getQueryData(snippetQueries.item(ref, id).queryKey)?.name ?? document.name
  const updateTitle = async () => {
    const title = await generateTitle(ref, document.text)
    // The query must be saved before it is renamed, and the user may have named it in the meantime.
    await document.flush()
    if (title === '' || !isUntitled(currentName()) || !document.getSnapshot().isOnServer) return
    await update({ id, change: { name: title } })
    document.rename(title)
    actions.rename(sqlTabId(id), title)
  }
  const start = useEffectEvent(() => {
    if (isReadOnly || isPending.current || !isUntitled(currentName())) return
    isPending.current = true
    updateTitle()
      .catch(() => undefined)
      .finally(() => {
        isPending.current = false
      })
  })
  const { startedAt } = snapshot
  useEffect(() => {
    if (startedAt > 0) start()
  }, [startedAt])
}
