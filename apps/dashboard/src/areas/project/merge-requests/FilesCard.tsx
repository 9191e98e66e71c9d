import type {
  MergeChanges,
  MergeRequestDetails,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import type { Tone } from '../../../ui/text/tone.ts'
import { DecisionsBadge } from './DecisionsBadge.tsx'
import { MergedRowsSheet } from './MergedRowsSheet.tsx'
import { changeMergeRequest } from './merge-requests.queries.ts'

const KINDS: Readonly<Record<MergeChanges['files'][number]['kind'], { label: string; tone: Tone }>> = {
  added: { label: 'Added', tone: 'success' },
  changed: { label: 'Changed', tone: 'brand' },
  removed: { label: 'Removed', tone: 'critical' },
}

/** Files that the branch added, changed or removed. Without any, there is nothing to show. */
export function FilesCard({
  projectRef,
  request,
  changes,
  refusal,
}: {
  projectRef: string
  request: MergeRequestDetails
  changes: MergeChanges
  refusal: string | undefined
}) {
  const [shown, setShown] = useState<'buckets' | 'objects'>()
  const change = useMutation(changeMergeRequest(projectRef, request.id))
  const tables = changes.tables.filter(({ schema, problem }) => schema === 'storage' && problem === null)
  const conflicts = tables.filter(({ conflicts: count }) => count > 0)
  if (tables.length === 0 && !request.includes_files) return null
  return (
    <Card
      title="Files"
      description="Buckets and files in storage. Their bytes are shared, so none are copied."
    >
      <div className="flex flex-col gap-3">
        <Checkbox
          checked={request.includes_files}
          disabled={refusal !== undefined || change.isPending}
          onCheckedChange={(includes_files) => change.mutate({ includes_files })}
          label="Merge files"
        />
        {changes.files.length > 0 && (
          <ul aria-label="Changed files" className="flex max-h-80 flex-col gap-1 overflow-y-auto">
            {changes.files.map(({ bucket, path, kind }) => (
              <li key={`${bucket}/${path}`} className="flex items-center gap-2">
                <Badge tone={KINDS[kind].tone}>{KINDS[kind].label}</Badge>
                <span className="wrap-anywhere font-mono text-xs">
                  {bucket}/{path}
                </span>
              </li>
            ))}
          </ul>
        )}
        {changes.more_files > 0 && (
          <p className="text-ink-muted text-sm">And {changes.more_files.toLocaleString('en')} more.</p>
        )}
        {conflicts.map((table) => (
          <div key={table.name} className="flex flex-wrap items-center gap-3">
            <DecisionsBadge
              conflicts={table.conflicts}
              undecided={table.undecided}
              outdated={table.outdated}
              isChosen={request.includes_files}
            />
            <Button size="sm" onClick={() => setShown(table.name as 'buckets' | 'objects')}>
              {table.name === 'buckets' ? 'Review buckets' : 'Review files'}
            </Button>
          </div>
        ))}
      </div>
      <MergedRowsSheet
        projectRef={projectRef}
        request={request}
        table={shown && { schema: 'storage', name: shown }}
        refusal={refusal}
        onClose={() => setShown(undefined)}
      />
    </Card>
  )
}
