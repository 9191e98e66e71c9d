import { UNTITLED } from '@basalt/contract/snippets/snippets.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { newId } from '../../../../lib/new-id.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import type { SnippetDocument } from '../saving/snippet-document.ts'
import { isMissing, type SnippetDocuments } from '../saving/snippet-documents.ts'
import { snippetQueries } from '../snippets.queries.ts'
import { NEW_SNIPPET } from './new-snippet.ts'

export interface NewSnippetPlace {
  /** What the editor begins with. */
  content?: string | undefined
  folderId?: string | undefined
}

/** Opens the query of an address, with whatever this browser kept of it; for a new one it makes an id. */
export function SnippetEditor({
  projectRef: ref,
  id,
  place,
  documents,
  onMissing,
  children,
}: {
  projectRef: string
  id: string
  place: NewSnippetPlace
  documents: SnippetDocuments
  /** Closes what belongs to a query that is not there. */
  onMissing: () => void
  children: (document: SnippetDocument) => ReactNode
}) {
  const documentId = useDocumentId(id)
  const isNew = id === NEW_SNIPPET || documents.find(documentId) !== undefined
  const [beginnings] = useState(() => new Map<string, string>())
  const opened = useQuery({
    queryKey: [...snippetQueries.of(ref), 'document', documentId],
    queryFn: () => documents.open(ref, documentId),
    enabled: !isNew,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // A class of its own, with its own way to tell of changes.
    structuralSharing: false,
  })
  if (isNew) {
    const name = beginnings.get(documentId) ?? untitled()
    beginnings.set(documentId, name)
    return children(
      documents.begin(ref, documentId, {
        name,
        ...(place.content !== undefined && { text: place.content }),
        folderId: place.folderId ?? null,
      }),
    )
  }
  if (opened.isPending) return <EditorSkeleton />
  if (opened.isError)
    return (
      <div className="p-4">
        {isMissing(opened.error) ? (
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

/** The id of the address; for the address of new queries another one each time it is come to. */
function useDocumentId(id: string): string {
  const [known, setKnown] = useState(() => ({ id, documentId: documentIdOf(id) }))
  if (known.id === id) return known.documentId
  const next = { id, documentId: documentIdOf(id) }
  setKnown(next)
  return next.documentId
}

const documentIdOf = (id: string) => (id === NEW_SNIPPET ? newId() : id)

/** A number tells them apart until they are named. */
const untitled = () => `${UNTITLED} ${100 + Math.floor(Math.random() * 900)}`

const EditorSkeleton = () => (
  <div role="status" aria-label="Loading the query" className="flex flex-1 flex-col">
    <div className="flex h-12 items-center border-line border-b px-4">
      <Skeleton className="h-5 w-48" />
    </div>
    <div className="flex flex-1 flex-col gap-2 bg-field p-4">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-1/3" />
    </div>
  </div>
)

/** For the address of a query that was deleted, or is somebody else's. */
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
      It was deleted, or its owner has not shared it with this project.
    </EmptyState>
  )
}
