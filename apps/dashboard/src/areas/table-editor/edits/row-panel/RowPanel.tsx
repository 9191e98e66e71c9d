import type { GridColumn, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { isDefault } from '@basalt/table-rows/edits/edit.ts'
import { type FormEvent, useRef, useState } from 'react'
import { newId } from '../../../../lib/new-id.ts'
import { ownValue } from '../../../../lib/own-value.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { isCut, type Line } from '../../rows/lines.rules.ts'
import { rowName } from '../../rows/row-name.rules.ts'
import type { RowReader } from '../../rows/rows.queries.ts'
import type { Step } from '../staged.rules.ts'
import { RowField } from './RowField.tsx'
import { fieldValue, formProblems, formSections, formStep, type RowDraft } from './row-form.rules.ts'

export interface RowPanelProps {
  reader: RowReader
  entity: GridEntity
  /** The displayed row; undefined for a new one. */
  line: Line | undefined
  /** The row as it was read. */
  stored: Line | undefined
  /** Why a column of the row cannot be changed; undefined when it can. */
  refusalOf: (column: GridColumn) => string | undefined
  loadCell: (column: GridColumn) => Promise<string | null>
  onStage: (step: Step) => void
  /** Are staged changes saved at once? */
  savesAtOnce: boolean
  open: boolean
  onClose: () => void
}

/** One row in a side panel, to be read, changed or added. Changes are staged like those of cells. */
export function RowPanel(props: RowPanelProps) {
  const { entity, line, open, onClose } = props
  const isDirty = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    if (isDirty.current) setAsking(true)
    else onClose()
  }
  const name =
    line === undefined || line.state === 'new'
      ? 'New row'
      : entity.identity.kind === 'key' && line.row
        ? `Row with ${rowName(entity.identity.columns, line.row)}`
        : 'Row'
  return (
    <>
      <Sheet
        open={open}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={name}
        description={`${entity.schema}.${entity.name}`}
      >
        {open && (
          <RowForm
            {...props}
            onDirtyChange={(dirty) => {
              isDirty.current = dirty
            }}
            onCancel={close}
          />
        )}
      </Sheet>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard what you entered?"
        confirmLabel="Discard"
        onConfirm={() => {
          isDirty.current = false
          onClose()
        }}
      >
        The values of this form are not staged yet.
      </ConfirmDialog>
    </>
  )
}

function RowForm({
  reader,
  entity,
  line,
  stored,
  refusalOf,
  loadCell,
  onStage,
  savesAtOnce,
  onClose,
  onDirtyChange,
  onCancel,
}: RowPanelProps & { onDirtyChange: (isDirty: boolean) => void; onCancel: () => void }) {
  const { columns } = entity
  const [draft, setDraft] = useState<RowDraft>({})
  const [whole, setWhole] = useState<Readonly<Record<string, string | null>>>({})
  const [isChecked, setChecked] = useState(false)
  const [createsMore, setCreatesMore] = useState(false)
  /** A new form for each row that is created. */
  const [round, setRound] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const isNew = line === undefined || line.state === 'new'
  const problems = formProblems(columns, line, draft)
  const change = (values: RowDraft) => {
    const next = { ...draft, ...values }
    setDraft(next)
    onDirtyChange(Object.keys(next).length > 0)
  }
  const currentValue = (column: GridColumn) => {
    const entered = ownValue(draft, column.name)
    if (entered !== undefined) return entered
    const shown = fieldValue(line, columns.indexOf(column))
    return shown === undefined ? ownValue(whole, column.name) : shown
  }
  const referring = (names: readonly string[]) =>
    names.map((name) => {
      const column = columns.find((each) => each.name === name)
      const value = column && currentValue(column)
      return value === undefined || value === null || isDefault(value) ? null : value
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setChecked(true)
    if (Object.keys(problems).length > 0) {
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[data-invalid] textarea, textarea[data-invalid]')?.focus(),
      )
      return
    }
    const step = formStep(entity, line, stored, draft, whole, () => `new ${newId()}`)
    onDirtyChange(false)
    if (step.length > 0) onStage(step)
    if (line !== undefined || !createsMore) return onClose()
    setDraft({})
    setChecked(false)
    setRound(round + 1)
    requestAnimationFrame(() => form.current?.querySelector('textarea')?.focus())
  }
  const refusals = new Set(columns.map(refusalOf))
  const isReadOnly = !refusals.has(undefined)
  /** Said once when it is the same for all fields. */
  const [readOnly] = isReadOnly && refusals.size === 1 ? refusals : []
  const field = (column: GridColumn) => {
    const cell = line?.cells[columns.indexOf(column)] ?? null
    return (
      <RowField
        key={`${round} ${column.name}`}
        reader={reader}
        column={column}
        value={currentValue(column)}
        cutBytes={isCut(cell) ? cell.bytes : undefined}
        problem={isChecked ? ownValue(problems, column.name) : undefined}
        refusal={refusalOf(column)}
        isRefusalTold={readOnly !== undefined}
        isNew={isNew}
        referring={referring}
        onChange={(value) => change({ [column.name]: value })}
        onPick={change}
        onLoad={async () => {
          const text = await loadCell(column)
          if (text === null) throw new Error('The value is too large to be displayed.')
          setWhole((known) => ({ ...known, [column.name]: text }))
        }}
      />
    )
  }
  const { required, optional } = isNew ? formSections(columns) : { required: columns, optional: [] }
  const verb = savesAtOnce ? 'Save' : isNew && line === undefined ? 'Add row' : 'Keep changes'
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        {readOnly !== undefined && <Callout title="Read-only">{readOnly}</Callout>}
        {required.map(field)}
        {optional.length > 0 && (
          <fieldset className="flex flex-col gap-4 border-line border-t pt-4">
            <legend className="float-left pb-3 font-medium text-ink-muted text-sm">Optional fields</legend>
            {optional.map(field)}
          </fieldset>
        )}
      </SheetBody>
      <DialogFooter
        aside={
          line === undefined && (
            <Checkbox label="Create more" checked={createsMore} onCheckedChange={setCreatesMore} />
          )
        }
      >
        <Button onClick={onCancel}>{isReadOnly ? 'Close' : 'Cancel'}</Button>
        {!isReadOnly && (
          <Button type="submit" variant="primary">
            {verb}
          </Button>
        )}
      </DialogFooter>
    </form>
  )
}
