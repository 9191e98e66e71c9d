import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accessQueries } from '../../../account/access/access.queries.ts'
import { snippetQueries } from '../snippets.queries.ts'
import { indexedDrafts, memoryDrafts } from './draft-store.ts'
import { otherOpenPages, thisPage } from './open-pages.ts'
import { onSavedElsewhere } from './saved-elsewhere.ts'
import { SnippetDocuments } from './snippet-documents.ts'

const key = ['snippet-documents'] as const
/** The self-hosted edition has one user without a name. */
const LOCAL_USER = 'local'

/** The open queries of who is signed in. They lie in the query cache, which is emptied when somebody signs out. */
export function documentsOf(client: QueryClient): SnippetDocuments {
  const known = client.getQueryData<SnippetDocuments>(key)
  if (known) return known
  client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY })
  const documents = new SnippetDocuments({
    client,
    userId: client.getQueryData(accessQueries.profile().queryKey)?.id ?? LOCAL_USER,
    page: thisPage,
    drafts: typeof indexedDB === 'undefined' ? memoryDrafts() : indexedDrafts(indexedDB),
    otherPages: otherOpenPages,
  })
  client.setQueryData(key, documents)
  return documents
}

/** The open queries, saved whenever the page is left, hidden or about to go, and tried again when the network is back. */
export function useDocuments(ref: string): SnippetDocuments {
  const client = useQueryClient()
  const documents = documentsOf(client)
  useEffect(() => {
    void documents.recover(ref)
  }, [documents, ref])
  useEffect(() => watchPage(documents), [documents])
  // An untouched tab would otherwise show the old text until it gets the focus again.
  useEffect(
    () =>
      onSavedElsewhere((saved) => {
        void client.invalidateQueries({
          queryKey: snippetQueries.item(saved.ref, saved.id).queryKey,
          exact: true,
        })
        void client.invalidateQueries({ queryKey: snippetQueries.lists(saved.ref) })
      }),
    [client],
  )
  return documents
}

function watchPage(documents: SnippetDocuments) {
  const leave = () => documents.flushWhileLeaving()
  const hide = () => {
    if (document.visibilityState === 'hidden') documents.flushWhileLeaving()
  }
  const blur = () => documents.flush()
  const press = (event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 's' ||
      !(event.metaKey || event.ctrlKey) ||
      event.altKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    documents.flush()
  }
  const back = () => documents.retry()
  const warn = (event: BeforeUnloadEvent) => {
    if (documents.wouldLose()) event.preventDefault()
  }
  addEventListener('pagehide', leave)
  addEventListener('blur', blur)
  addEventListener('keydown', press)
  addEventListener('online', back)
  addEventListener('beforeunload', warn)
  document.addEventListener('visibilitychange', hide)
  return () => {
    removeEventListener('pagehide', leave)
    removeEventListener('blur', blur)
    removeEventListener('keydown', press)
    removeEventListener('online', back)
    removeEventListener('beforeunload', warn)
    document.removeEventListener('visibilitychange', hide)
    // Another page of the product is shown: what is unsaved is saved behind it.
    documents.flush()
  }
}
