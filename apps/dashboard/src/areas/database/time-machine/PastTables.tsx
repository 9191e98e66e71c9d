import type { PastMoment, PastTable } from '@basalt/contract/time-machine/time-machine.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Badge } from '../../../ui/text/Badge.tsx'
import { PastRowsSheet } from './PastRowsSheet.tsx'
import { tableStateText } from './past-moment.rules.ts'
import { bringTableBack, timeMachineQueries } from './time-machine.queries.ts'

/** The tables of an opened moment: each is compared with the present, or comes back if it was dropped. */
export function PastTables({ projectRef, moment }: { projectRef: string; moment: PastMoment }) {
  const { data, error, isFetching, refetch } = useQuery(timeMachineQueries.tables(projectRef, moment.ref))
  const [compared, setCompared] = useState<PastTable>()
  const [dropped, setDropped] = useState<PastTable>()
  const bring = useMutation(bringTableBack(projectRef, moment.ref))
  if (!data && error)
    return (
      <div className="px-4 pb-4">
        <ErrorPanel
          title="Failed to load the tables"
          message={error.message}
          requestId={requestIdOf(error)}
          onRetry={refetch}
          retrying={isFetching}
        />
      </div>
    )
  if (!data) return <Skeleton className="mx-4 mb-4 h-24" />
  if (data.length === 0)
    return <p className="px-4 pb-4 text-ink-muted text-sm">There were no tables at this moment.</p>
  return (
    <>
      <ul
        aria-label="Tables of this moment"
        className="mt-2 flex flex-col divide-y divide-line border-line border-t"
      >
        {data.map((table) => (
          <li
            key={JSON.stringify([table.schema, table.name])}
            aria-label={`Table ${table.schema}.${table.name}`}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5"
          >
            <span className="wrap-anywhere min-w-0 flex-1 basis-48 font-mono text-xs">
              {table.schema}.{table.name}
            </span>
            {table.estimated_rows !== null && (
              <span className="text-ink-muted text-xs tabular-nums">
                about {table.estimated_rows.toLocaleString('en')} rows
              </span>
            )}
            {table.state === 'comparable' ? (
              <Button size="sm" onClick={() => setCompared(table)}>
                Compare rows
              </Button>
            ) : table.state === 'dropped' ? (
              <>
                <Badge tone="critical">{tableStateText.dropped}</Badge>
                <Button size="sm" onClick={() => setDropped(table)}>
                  Bring back table
                </Button>
              </>
            ) : (
              <span className="text-ink-muted text-xs">{tableStateText[table.state]}</span>
            )}
          </li>
        ))}
      </ul>
      <PastRowsSheet
        projectRef={projectRef}
        moment={moment}
        table={compared}
        onClose={() => setCompared(undefined)}
      />
      <ConfirmDialog
        open={dropped !== undefined}
        onOpenChange={(isOpen) => !isOpen && setDropped(undefined)}
        title={`Bring back ${dropped?.schema}.${dropped?.name}`}
        confirmLabel="Bring back table"
        tone="primary"
        onConfirm={async () => {
          const { written } = await bring.mutateAsync(dropped!)
          toast({
            tone: 'success',
            title: `${dropped!.schema}.${dropped!.name} is back with ${written.toLocaleString('en')} rows`,
          })
        }}
      >
        It is created with its rows, indexes, constraints, triggers and policies, and belongs to the role
        postgres. Types and functions that it uses must exist.
      </ConfirmDialog>
    </>
  )
}
