import type {
  MergeChanges,
  MergedTableChanges,
  MergeRequestDetails,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { DecisionsBadge } from './DecisionsBadge.tsx'
import { MergedRowsSheet } from './MergedRowsSheet.tsx'
import { changeMergeRequest } from './merge-requests.queries.ts'
import { countsText, problemText } from './merge-words.rules.ts'

const keyOf = ({ schema, name }: { schema: string; name: string }) => JSON.stringify([schema, name])

/** Tables whose rows the branch changed, and which of them are merged. */
export function TablesCard({
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
  const [shown, setShown] = useState<string>()
  const change = useMutation(changeMergeRequest(projectRef, request.id))
  const tables = changes.tables.filter(({ schema }) => schema !== 'storage')
  const choose = (table: MergedTableChanges, isChosen: boolean) => {
    const others = request.tables.filter((one) => keyOf(one) !== keyOf(table))
    const { schema, name } = table
    change.mutate({ tables: isChosen ? [...others, { schema, name }] : others })
  }
  const open = tables.find((table) => keyOf(table) === shown)
  return (
    <Card
      title="Rows"
      description={
        tables.length === 0 && changes.rows_refusal === null
          ? 'The branch changed no rows.'
          : 'Choose the tables whose rows are merged. The rows of others stay as they are.'
      }
      padded={false}
    >
      {changes.rows_refusal !== null && (
        <div className="px-4 pb-3">
          <Callout tone="warning">{changes.rows_refusal}</Callout>
        </div>
      )}
      {tables.length > 0 && (
        <ul
          aria-label="Tables with changed rows"
          className="mt-2 flex flex-col divide-y divide-line border-line border-t"
        >
          {tables.map((table) => (
            <li key={keyOf(table)} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5">
              <span className="min-w-0 flex-1 basis-64">
                <Checkbox
                  checked={table.is_chosen}
                  disabled={
                    refusal !== undefined || change.isPending || (table.problem !== null && !table.is_chosen)
                  }
                  onCheckedChange={(isChosen) => choose(table, isChosen)}
                  label={
                    <span className="wrap-anywhere font-mono text-xs">
                      {table.schema}.{table.name}
                    </span>
                  }
                  description={table.problem === null ? countsText(table) : problemText(table.problem)}
                />
              </span>
              {table.conflicts > 0 && (
                <DecisionsBadge
                  conflicts={table.conflicts}
                  undecided={table.undecided}
                  outdated={table.outdated}
                  isChosen={table.is_chosen}
                />
              )}
              {table.problem === null && (
                <Button size="sm" onClick={() => setShown(keyOf(table))}>
                  Review rows
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <MergedRowsSheet
        projectRef={projectRef}
        request={request}
        table={open}
        refusal={refusal}
        onClose={() => setShown(undefined)}
      />
    </Card>
  )
}
