import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accessQueries } from '../../../account/access/access.queries.ts'
import { snippetQueries } from '../snippets.queries.ts'
import { indexedDrafts, memoryDrafts } from './draft-store.ts'
import { otherOpenPages, thisPage, whenPageCloses } from './open-pages.ts'
import { onSavedInOtherTab } from './saved-broadcast.ts'
import { SnippetDocuments } from './snippet-documents.ts'

const key = ['snippet-documents'] as const
/** Stands for the only user of an edition without users. */
const LOCAL_USER = 'local'

/** The open queries of the signed-in user. They live in the query cache, which is cleared at sign-out. */
export function documentsOf(client: QueryClient): SnippetDocuments {
  const existing = client.getQueryData<SnippetDocuments>(key)
  if (existing) return existing
  client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY })
  const documents = new SnippetDocuments({
    client,
    userId: client.getQueryData(accessQueries.profile().queryKey)?.id ?? LOCAL_USER,
    page: thisPage,
    drafts: typeof indexedDB === 'undefined' ? memoryDrafts() : indexedDrafts(indexedDB),
    otherPages: otherOpenPages,
    whenPageCloses,
  })
  client.setQueryData(key, documents)
  return documents
}

/** The open queries; saves them when the page is hidden, blurred or closed, and retries when the network is back. */
export function useDocuments(ref: string): SnippetDocuments {
  const client = useQueryClient()
  const documents = documentsOf(client)
  useEffect(() => {
    void documents.recover(ref)
  }, [documents, ref])
  useEffect(() => watchPage(documents), [documents])
  // Otherwise a background tab would show the old text until it gets the focus.
  useEffect(
    () =>
      onSavedInOtherTab((saved) => {
        void client.invalidateQueries({
          queryKey: snippetQueries.item(saved.ref, saved.id).queryKey,
          exact: true,
        })
        void client.invalidateQueries({ queryKey: snippetQueries.lists(saved.ref) })
        // This tab may have asked for it before its first save.
        void client.refetchQueries({
          queryKey: snippetQueries.document(saved.ref, saved.id),
          exact: true,
          predicate: ({ state }) => state.status === 'error',
        })
      }),
    [client],
  )
  return documents
}

function watchPage(documents: SnippetDocuments) {
  const leave = () => documents.flushOnPageHide()
  const hide = () => {
    if (document.visibilityState === 'hidden') documents.flushOnPageHide()
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
  const online = () => documents.retry()
  const warn = (event: BeforeUnloadEvent) => {
    if (documents.hasUnstoredChanges()) event.preventDefault()
  }
  addEventListener('pagehide', leave)
  addEventListener('blur', blur)
  addEventListener('keydown', press)
  addEventListener('online', online)
  addEventListener('beforeunload', warn)
  document.addEventListener('visibilitychange', hide)
  return () => {
    removeEventListener('pagehide', leave)
    removeEventListener('blur', blur)
    removeEventListener('keydown', press)
    removeEventListener('online', online)
    removeEventListener('beforeunload', warn)
    document.removeEventListener('visibilitychange', hide)
    // The user has opened another page of the product.
    documents.flush()
  }
}
