import { isUntitled } from '@basalt/contract/snippets/snippets.rules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { findTitle } from '../ai/ai.queries.ts'
import { sqlTabId } from '../editor-tabs/tabs.rules.ts'
import { useTabs } from '../editor-tabs/tabs.state.ts'
import { useQueryRun } from '../query/run/query-run.queries.ts'
import type { SnippetDocument } from '../snippets/saving/snippet-document.ts'
import { snippetQueries, updateSnippet } from '../snippets/snippets.queries.ts'

/**
 * Names a query that nobody has named when it is run. Nobody waits for it and nobody has asked, so a failure is not
 * worth a word: the next run tries again.
 */
export function useAutoTitle(document: SnippetDocument, isReadOnly: boolean) {
  const { id, ref } = document
  const { snapshot } = useQueryRun(ref, id)
  const client = useQueryClient()
  const { actions } = useTabs(ref)
  const { mutateAsync: update } = useMutation(updateSnippet(ref))
  const isUnderWay = useRef(false)

  const nameNow = () => client.getQueryData(snippetQueries.item(ref, id).queryKey)?.name ?? document.name
  const entitle = async () => {
    const title = await findTitle(ref, document.text)
    // It is made before it is renamed, and somebody may have been faster.
    await document.flush()
    if (title === '' || !isUntitled(nameNow()) || !document.getSnapshot().isOnServer) return
    await update({ id, change: { name: title } })
    document.rename(title)
    actions.rename(sqlTabId(id), title)
  }
  const begin = useEffectEvent(() => {
    if (isReadOnly || isUnderWay.current || !isUntitled(nameNow())) return
    isUnderWay.current = true
    entitle()
      .catch(() => undefined)
      .finally(() => {
        isUnderWay.current = false
      })
  })
  const { startedAt } = snapshot
  useEffect(() => {
    if (startedAt > 0) begin()
  }, [startedAt])
}
