import type { SchemaChange, TableDefinition } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { entityKindNames } from '@basalt/contract/table-editor/entities.rules.ts'
import { useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useChangePlan } from './change-plan.port.ts'
import { checkDrop, DropConsequences } from './DropConsequences.port.tsx'
import { useApplyChange } from './use-apply-change.ts'

/** Asks whether to drop a table or view, or one of its columns, and shows what goes with it. */
export function DropDialog({
  projectRef: ref,
  definition,
  column,
  refusal,
  onDropped,
  onClose,
}: {
  projectRef: string
  definition: TableDefinition
  /** Undefined to drop the whole table. */
  column: string | undefined
  refusal: string | undefined
  onDropped: () => void
  onClose: () => void
}) {
  const { id, fingerprint, kind, table, bytes, estimated_rows } = definition
  const [cascade, setCascade] = useState(false)
  const change: SchemaChange =
    column === undefined
      ? { kind: 'drop_entity', id, fingerprint, cascade }
      : { kind: 'drop_column', id, fingerprint, column, cascade }
  const plan = useChangePlan(ref, change)
  const apply = useApplyChange(ref)
  const what = column === undefined ? entityKindNames[kind].toLowerCase() : 'column'
  const hasRows = column === undefined && (kind === 'r' || kind === 'p' || kind === 'm')
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${what} ${column ?? table.name}?`}
      confirmLabel={`Delete ${what}`}
      onConfirm={async () => {
        if (refusal !== undefined) throw new Error(refusal)
        checkDrop(plan, cascade)
        await apply(change)
        toast({ tone: 'success', title: `${column ?? table.name} deleted` })
        onDropped()
      }}
    >
      <div className="flex flex-col gap-3">
        <p>
          {column !== undefined
            ? `The values of this column in ${table.schema}.${table.name} are lost. This cannot be undone.`
            : hasRows
              ? `${rowsText(estimated_rows)}${formatBytes(bytes)} of ${table.schema}.${table.name} are lost. This cannot be undone.`
              : `${table.schema}.${table.name} is removed. The tables it reads stay.`}
        </p>
        <DropConsequences plan={plan} cascade={cascade} onCascadeChange={setCascade} />
      </div>
    </ConfirmDialog>
  )
}

const rowsText = (rows: number | null) =>
  rows === null ? '' : `About ${Math.round(rows).toLocaleString('en')} rows, `
