import { UNTITLED } from '@basalt/contract/snippets/snippets.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { newId } from '../../../../lib/new-id.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { onSavedInOtherTab } from '../saving/saved-broadcast.ts'
import type { SnippetDocument } from '../saving/snippet-document.ts'
import { isMissing, type SnippetDocuments } from '../saving/snippet-documents.ts'
import { snippetQueries } from '../snippets.queries.ts'
import { NEW_SNIPPET } from './new-snippet.ts'

export interface NewSnippetOptions {
  /** The initial text. */
  content?: string | undefined
  folderId?: string | undefined
}

/** Opens the query with an id, including unsaved changes stored in this browser; or creates a new one. */
export function SnippetEditor({
  projectRef: ref,
  id,
  newSnippet,
  documents,
  onMissing,
  children,
}: {
  projectRef: string
  id: string
  newSnippet: NewSnippetOptions
  documents: SnippetDocuments
  /** Closes the tab of a query that does not exist. */
  onMissing: () => void
  children: (document: SnippetDocument) => ReactNode
}) {
  const documentId = useDocumentId(id)
  const isNew = id === NEW_SNIPPET || documents.find(documentId) !== undefined
  const [newNames] = useState(() => new Map<string, string>())
  const opened = useQuery({
    queryKey: snippetQueries.document(ref, documentId),
    queryFn: () => documents.open(ref, documentId),
    enabled: !isNew,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => (isMissing(state.error) ? 'always' : false),
    // A class instance with its own subscriptions.
    structuralSharing: false,
  })
  // Another tab may save it for the first time while this one is open.
  const isAbsent = isMissing(opened.error)
  const { refetch } = opened
  useEffect(() => {
    if (!isAbsent) return undefined
    return onSavedInOtherTab(({ id: saved }) => {
      if (saved === documentId) void refetch()
    })
  }, [isAbsent, documentId, refetch])
  if (isNew) {
    const name = newNames.get(documentId) ?? untitled()
    newNames.set(documentId, name)
    return children(
      documents.create(ref, documentId, {
        name,
        ...(newSnippet.content !== undefined && { text: newSnippet.content }),
        folderId: newSnippet.folderId ?? null,
      }),
    )
  }
  if (opened.isPending) return <EditorSkeleton />
  if (opened.isError)
    return (
      <div className="p-4">
        {isAbsent ? (
          <MissingSnippet projectRef={ref} onClose={onMissing} />
        ) : (
          <ErrorPanel
            title="Failed to load the query"
            message={opened.error.message}
            requestId={requestIdOf(opened.error)}
            onRetry={() => void opened.refetch()}
            retrying={opened.isFetching}
          />
        )}
      </div>
    )
  return children(opened.data)
}

/** The id in the URL, or a new id for each visit to the URL of new queries. */
function useDocumentId(id: string): string {
  const [current, setCurrent] = useState(() => ({ id, documentId: documentIdOf(id) }))
  if (current.id === id) return current.documentId
  const next = { id, documentId: documentIdOf(id) }
  setCurrent(next)
  return next.documentId
}

const documentIdOf = (id: string) => (id === NEW_SNIPPET ? newId() : id)

/** A random number distinguishes unnamed queries. */
const untitled = () => `${UNTITLED} ${100 + Math.floor(Math.random() * 900)}`

const EditorSkeleton = () => (
  <div role="status" aria-label="Loading query" className="flex flex-1 flex-col">
    <div className="flex h-12 items-center border-line border-b px-4">
      <Skeleton className="h-5 w-48" />
    </div>
    <div className="flex flex-1 flex-col gap-2 bg-field p-4">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-1/3" />
    </div>
  </div>
)

/** Displayed for a query that was deleted, or that belongs to someone else. */
function MissingSnippet({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  return (
    <EmptyState
      icon={FileQuestion}
      title="This query does not exist"
      action={
        <>
          <Button onClick={onClose}>Close tab</Button>
          <ButtonLink
            variant="primary"
            render={<Link to="/project/$ref/sql/$id" params={{ ref: projectRef, id: 'new' }} />}
          >
            New query
          </ButtonLink>
        </>
      }
    >
      It is not saved yet, was deleted, or its owner has not shared it with this project.
    </EmptyState>
  )
}
