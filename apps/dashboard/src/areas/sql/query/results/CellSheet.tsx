import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import { useMemo, useState } from 'react'
import { prettyJson } from '../../../../lib/pretty-json.ts'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../../ui/dialog/SheetBody.tsx'
import type { GridCell } from '../../../../ui/grid/ColumnarGrid.tsx'
import { CopyButton } from '../../../../ui/text/CopyButton.tsx'
import { DISPLAYED_LENGTH_MAX } from '../query.rules.ts'

/** The full value of one cell. `cell` stays set while the sheet closes. */
export function CellSheet({
  cell,
  field,
  isOpen,
  onClose,
}: {
  cell: GridCell
  field: ResultField
  isOpen: boolean
  onClose: () => void
}) {
  const [isPretty, setPretty] = useState(true)
  const pretty = useMemo(() => prettyJson(cell.value), [cell.value])
  const text = isPretty && pretty !== undefined ? pretty : cell.value
  const format = pretty !== undefined && (
    <Switch checked={isPretty} onCheckedChange={setPretty} label="Format JSON" />
  )
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={field.name}
      description={
        <span className="font-mono text-xs">
          {field.type} · row {(cell.row + 1).toLocaleString('en')}
        </span>
      }
      size="lg"
    >
      <SheetBody>
        <CellValue text={text} />
      </SheetBody>
      <DialogFooter aside={format}>
        <CopyButton text={text ?? ''} label="Copy value" size="md" variant="secondary" />
      </DialogFooter>
    </Sheet>
  )
}

function CellValue({ text }: { text: string | null }) {
  if (text === null) return <p className="text-ink-faint">NULL</p>
  if (text === '') return <p className="text-ink-faint italic">empty</p>
  return (
    <>
      {text.length > DISPLAYED_LENGTH_MAX && (
        <p className="text-ink-muted text-sm">
          This is the beginning of {text.length.toLocaleString('en')} characters. Copy value copies all of
          them.
        </p>
      )}
      <pre className="wrap-anywhere whitespace-pre-wrap text-xs leading-5">
        {text.slice(0, DISPLAYED_LENGTH_MAX)}
      </pre>
    </>
  )
}
