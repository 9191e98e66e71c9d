import type { SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { formatBytes } from '../../../../lib/bytes.ts'
import { relativeTime } from '../../../../lib/relative-time.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { SideBySide } from '../editor/SideBySide.tsx'
import { documentsOf } from '../saving/use-documents.ts'
import { restoreRevision, snippetQueries } from '../snippets.queries.ts'
import { useNav } from './nav-context.ts'

/** Compares earlier versions of a query with the current text, and restores one. */
export function RevisionsSheet({
  snippet,
  open,
  onOpenChange,
}: {
  snippet: SnippetSummary
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Version history"
      description={`Versions of ${snippet.name} are saved after pauses, large deletions and changes by others.`}
      size="lg"
    >
      <Revisions snippet={snippet} close={() => onOpenChange(false)} />
    </Sheet>
  )
}

function Revisions({ snippet, close }: { snippet: SnippetSummary; close: () => void }) {
  const { ref, userId } = useNav()
  const { id } = snippet
  const client = useQueryClient()
  const revisions = useQuery(snippetQueries.revisions(ref, id))
  const current = useQuery(snippetQueries.item(ref, id))
  const [selected, setSelected] = useState<string>()
  const chosen = selected ?? String(revisions.data?.[0]?.revision ?? '')
  const earlier = useQuery({
    ...snippetQueries.revision(ref, id, Number(chosen)),
    enabled: chosen !== '',
  })
  const restore = useMutation(restoreRevision(ref, id))
  const isMine = userId === undefined || snippet.owner_id === userId

  const failed = [revisions, current, earlier].find(({ isError }) => isError)
  if (failed)
    return (
      <SheetBody>
        <ErrorPanel
          title="Failed to load version history"
          message={failed.error?.message}
          requestId={requestIdOf(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      </SheetBody>
    )
  if (revisions.data?.length === 0)
    return (
      <SheetBody>
        <EmptyState icon={History} title="No earlier versions yet">
          The first one is saved when you edit the query after a pause.
        </EmptyState>
      </SheetBody>
    )
  if (!revisions.data || !current.data || !earlier.data)
    return (
      <SheetBody>
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-96 w-full" />
      </SheetBody>
    )
  const options = revisions.data.map(({ revision, saved_by, saved_at, bytes }) => ({
    value: String(revision),
    label: `${relativeTime(new Date(saved_at))} · ${saved_by ?? 'former member'} · ${formatBytes(bytes)}`,
  }))
  const restoreChosen = async () => {
    const document = documentsOf(client).find(id)
    await document?.flush()
    const restored = await restore.mutateAsync(Number(chosen))
    document?.applyRemote(restored)
    toast({ tone: 'success', title: 'Version restored' })
    close()
  }
  return (
    <>
      <SheetBody>
        {restore.error && (
          <Callout tone="critical" role="alert">
            {restore.error.message}
          </Callout>
        )}
        <Select aria-label="Version" options={options} value={chosen} onValueChange={setSelected} />
        <SideBySide
          left={earlier.data.sql}
          right={documentsOf(client).find(id)?.text ?? current.data.content.sql}
          leftLabel="Selected version"
          rightLabel="Current text"
        />
      </SheetBody>
      <DialogFooter>
        <Button onClick={close}>Close</Button>
        <Button
          variant="primary"
          loading={restore.isPending}
          reason={
            isMine ? undefined : 'Only the owner can edit this query. Duplicate it to make your own changes.'
          }
          // A failure is displayed above the texts.
          onClick={() => void restoreChosen().catch(() => undefined)}
        >
          Restore this version
        </Button>
      </DialogFooter>
    </>
  )
}
