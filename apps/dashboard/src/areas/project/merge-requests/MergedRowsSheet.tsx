import { MERGED_ROWS_PAGE } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type {
  MergedRow,
  MergedRows,
  MergedTable,
  MergeRequestDetails,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { ComparedValues } from '../../../ui/text/ComparedValues.tsx'
import type { Tone } from '../../../ui/text/tone.ts'
import { changeMergeRequest, mergeRequestQueries } from './merge-requests.queries.ts'
import { changedColumns, conflictText, decisionLabel } from './merge-words.rules.ts'

interface Shown {
  projectRef: string
  request: MergeRequestDetails
  /** Why nothing can be changed now. */
  refusal: string | undefined
}

/** The changed rows of a table with what both sides have, and the decisions about conflicts. */
export function MergedRowsSheet({
  table,
  onClose,
  ...shown
}: Shown & { table: MergedTable | undefined; onClose: () => void }) {
  return (
    <Sheet
      open={table !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={table ? `Rows of ${table.schema}.${table.name}` : ''}
      description="Conflicts first. The values of the branch are new."
      size="xl"
    >
      {table && <Rows key={JSON.stringify([table.schema, table.name])} table={table} {...shown} />}
    </Sheet>
  )
}

function Rows({ projectRef, request, refusal, table }: Shown & { table: MergedTable }) {
  const [offset, setOffset] = useState(0)
  const { schema, name } = table
  const page = useQuery(
    mergeRequestQueries.rows(projectRef, request.id, request.revision, { schema, name }, offset),
  )
  const change = useMutation(changeMergeRequest(projectRef, request.id))
  const decide = (rows: readonly MergedRow[], decision: (row: MergedRow) => MergedRow['decision']) =>
    change.mutate({
      row_decisions: rows.flatMap((row) => {
        const { key, state } = row
        return state === null ? [] : [{ schema, name, key, state, decision: decision(row) }]
      }),
    })
  if (page.isError && !page.data)
    return (
      <SheetBody>
        <ErrorPanel
          title="Failed to load rows"
          message={page.error.message}
          requestId={requestIdOf(page.error)}
          retrying={page.isFetching}
          onRetry={() => void page.refetch()}
        />
      </SheetBody>
    )
  if (!page.data)
    return (
      <SheetBody>
        <Skeleton className="h-64 w-full" />
      </SheetBody>
    )
  const { rows, total } = page.data
  const undecided = rows.filter(({ conflict, decision }) => conflict !== null && decision === null)
  const isBusy = refusal !== undefined || change.isPending
  return (
    <SheetBody>
      {undecided.length > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" disabled={isBusy} onClick={() => decide(undecided, () => 'target')}>
            Keep {request.target_name} in all {undecided.length}
          </Button>
          <Button
            size="sm"
            disabled={isBusy}
            onClick={() =>
              decide(undecided, ({ options }) => (options.includes('renumber') ? 'renumber' : 'branch'))
            }
          >
            Take {request.branch_name} in all {undecided.length}
          </Button>
        </div>
      )}
      <ul aria-label="Changed rows" className="flex flex-col gap-3">
        {rows.map((row) => (
          <RowItem
            key={row.key}
            row={row}
            page={page.data}
            request={request}
            disabled={isBusy}
            onDecide={(decision) => decide([row], () => decision)}
          />
        ))}
      </ul>
      {total > MERGED_ROWS_PAGE && (
        <div className="flex items-center gap-2 text-ink-muted text-sm">
          <Button size="sm" disabled={offset === 0} onClick={() => setOffset(offset - MERGED_ROWS_PAGE)}>
            Previous
          </Button>
          <Button
            size="sm"
            disabled={offset + MERGED_ROWS_PAGE >= total}
            onClick={() => setOffset(offset + MERGED_ROWS_PAGE)}
          >
            Next
          </Button>
          {(offset + 1).toLocaleString('en')}–
          {Math.min(offset + MERGED_ROWS_PAGE, total).toLocaleString('en')} of {total.toLocaleString('en')}
        </div>
      )}
    </SheetBody>
  )
}

const KINDS: Readonly<Record<MergedRow['kind'], { label: string; tone: Tone }>> = {
  insert: { label: 'Inserted', tone: 'success' },
  update: { label: 'Updated', tone: 'brand' },
  delete: { label: 'Deleted', tone: 'critical' },
}

function RowItem({
  row,
  page,
  request,
  disabled,
  onDecide,
}: {
  row: MergedRow
  page: MergedRows
  request: MergeRequestDetails
  disabled: boolean
  onDecide: (decision: NonNullable<MergedRow['decision']>) => void
}) {
  const names = { branch: request.branch_name, target: request.target_name }
  const identity = page.key
    .map((column, place) => `${column} ${(JSON.parse(row.key) as string[])[place]}`)
    .join(', ')
  const columns = changedColumns(row, page.columns)
  return (
    <li
      aria-label={`Row ${identity}`}
      className="flex flex-col overflow-hidden rounded-md border border-line bg-surface-1"
    >
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
        <Badge tone={KINDS[row.kind].tone}>{KINDS[row.kind].label}</Badge>
        <span className="wrap-anywhere font-mono text-xs">{identity}</span>
        {row.is_combined && (
          <span className="text-ink-muted text-xs">Both sides changed other columns: both are kept</span>
        )}
        {row.conflict !== null && (
          <>
            <span className="text-ink-muted text-xs">{conflictText(row.conflict)}</span>
            {row.is_outdated && <Badge tone="warning">Changed since it was decided</Badge>}
            <span className="ml-auto w-60 max-sm:w-full">
              <Select
                aria-label={`Decision about ${identity}`}
                size="sm"
                placeholder="Decide…"
                disabled={disabled}
                value={row.decision}
                onValueChange={onDecide}
                options={row.options.map((option) => ({
                  value: option,
                  label: decisionLabel(option, row, names),
                }))}
              />
            </span>
          </>
        )}
      </div>
      <ComparedValues
        label={`Values of ${identity}`}
        columns={columns}
        sides={[
          { title: names.target, values: row.target },
          { title: row.is_combined ? 'Both' : names.branch, values: row.branch },
        ]}
      />
    </li>
  )
}
