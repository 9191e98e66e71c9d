import {
  DIFFERING_ROWS_SHOWN,
  type RowFate,
  rowFates,
} from '@basalt/contract/time-machine/time-machine.rules.ts'
import type {
  DifferingRow,
  PastMoment,
  PastTable,
  RowsToBringBack,
  TableDifference,
} from '@basalt/contract/time-machine/time-machine.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { exactTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Badge } from '../../../ui/text/Badge.tsx'
import { ComparedValues } from '../../../ui/text/ComparedValues.tsx'
import { consequence, differenceText, fateLabels, rowName, shownColumns } from './past-moment.rules.ts'
import { bringBack, timeMachineQueries } from './time-machine.queries.ts'

/** The rows of a table that differ from a past moment, side by side, and the way back for some or all of them. */
export function PastRowsSheet({
  projectRef,
  moment,
  table,
  onClose,
}: {
  projectRef: string
  moment: PastMoment
  table: PastTable | undefined
  onClose: () => void
}) {
  return (
    <Sheet
      open={table !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={table ? `Rows of ${table.schema}.${table.name}` : ''}
      description={`Compared with ${exactTime(moment.moment)}`}
      size="xl"
    >
      {table && (
        <Difference
          key={JSON.stringify([table.schema, table.name])}
          projectRef={projectRef}
          moment={moment}
          table={table}
        />
      )}
    </Sheet>
  )
}

function Difference({
  projectRef,
  moment,
  table,
}: {
  projectRef: string
  moment: PastMoment
  table: PastTable
}) {
  const { data, error, isFetching, refetch } = useQuery(
    timeMachineQueries.difference(projectRef, moment.ref, table),
  )
  if (error && !isFetching)
    return (
      <SheetBody>
        <ErrorPanel
          title="Failed to compare the rows"
          message={error.message}
          requestId={requestIdOf(error)}
          onRetry={refetch}
          retrying={isFetching}
        />
      </SheetBody>
    )
  if (!data)
    return (
      <SheetBody>
        <Skeleton className="h-64 w-full" />
      </SheetBody>
    )
  return (
    <Rows projectRef={projectRef} moment={moment} table={table} difference={data} isComparing={isFetching} />
  )
}

/** What is asked before: rows by their keys, or all of a fate. */
interface Question {
  choice: Pick<RowsToBringBack, 'keys' | 'fates'>
  counts: Record<RowFate, number>
}

const noRows = (): Record<RowFate, number> => ({ deleted: 0, changed: 0, added: 0 })

function Rows({
  projectRef,
  moment,
  table,
  difference,
  isComparing,
}: {
  projectRef: string
  moment: PastMoment
  table: PastTable
  difference: TableDifference
  isComparing: boolean
}) {
  const { schema, name } = table
  const { rows, counts, key } = difference
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [question, setQuestion] = useState<Question>()
  const bring = useMutation(bringBack(projectRef, moment.ref))
  const selected = rows.filter((row) => chosen.has(row.key))
  const total = counts.deleted + counts.changed + counts.added
  const choose = ({ key: one }: DifferingRow, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(one)
    else next.delete(one)
    setChosen(next)
  }
  const askForSelected = () => {
    const sums = noRows()
    for (const { fate } of selected) sums[fate] += 1
    setQuestion({ choice: { keys: selected.map((row) => row.key) }, counts: sums })
  }
  return (
    <>
      <SheetBody>
        <div className="flex flex-wrap items-center gap-2">
          <p className="mr-auto text-sm" role="status">
            {differenceText(difference)}
          </p>
          {rowFates
            .filter((fate) => counts[fate] > 0)
            .map((fate) => (
              <Button
                key={fate}
                size="sm"
                disabled={isComparing}
                onClick={() =>
                  setQuestion({ choice: { fates: [fate] }, counts: { ...noRows(), [fate]: counts[fate] } })
                }
              >
                {fateLabels[fate].action}
              </Button>
            ))}
        </div>
        <ul aria-label="Rows that differ" className="flex flex-col gap-3">
          {rows.map((row) => (
            <RowItem
              key={row.key}
              row={row}
              identity={rowName(key, row)}
              columns={difference.columns}
              isChosen={chosen.has(row.key)}
              onChoose={(isChosen) => choose(row, isChosen)}
            />
          ))}
        </ul>
        {total > rows.length && (
          <p className="text-ink-muted text-sm">
            The first {DIFFERING_ROWS_SHOWN} of {total.toLocaleString('en')} rows.
          </p>
        )}
      </SheetBody>
      {rows.length > 0 && (
        <DialogFooter aside={selected.length === 0 ? 'Select rows to bring back' : undefined}>
          <Button variant="primary" disabled={selected.length === 0 || isComparing} onClick={askForSelected}>
            {selected.length === 0 ? 'Bring back' : `Bring back ${selected.length}`}
          </Button>
        </DialogFooter>
      )}
      <ConfirmDialog
        open={question !== undefined}
        onOpenChange={(isOpen) => !isOpen && setQuestion(undefined)}
        title={`Bring back rows of ${schema}.${name}`}
        confirmLabel="Bring back rows"
        // Only rows that are inserted replace nothing.
        tone={question && question.counts.changed + question.counts.added === 0 ? 'primary' : 'danger'}
        onConfirm={async () => {
          const { written, removed } = await bring.mutateAsync({ schema, name, ...question!.choice })
          setChosen(new Set())
          toast({
            tone: 'success',
            title: `${written.toLocaleString('en')} rows are as they were, ${removed.toLocaleString('en')} removed`,
          })
        }}
      >
        {question && consequence(question.counts)}
      </ConfirmDialog>
    </>
  )
}

function RowItem({
  row,
  identity,
  columns,
  isChosen,
  onChoose,
}: {
  row: DifferingRow
  identity: string
  columns: readonly string[]
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}) {
  const { label, tone } = fateLabels[row.fate]
  return (
    <li
      aria-label={`Row ${identity}`}
      className="flex flex-col overflow-hidden rounded-md border border-line bg-surface-1"
    >
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
        <Checkbox checked={isChosen} onCheckedChange={onChoose} aria-label={`Select ${identity}`} />
        <Badge tone={tone}>{label}</Badge>
        <span className="wrap-anywhere font-mono text-xs">{identity}</span>
      </div>
      <ComparedValues
        label={`Values of ${identity}`}
        columns={shownColumns(row, columns)}
        sides={[
          { title: 'Then', values: row.past },
          { title: 'Now', values: row.present },
        ]}
      />
    </li>
  )
}
