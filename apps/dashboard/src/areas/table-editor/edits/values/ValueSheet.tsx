import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../../ui/dialog/SheetBody.tsx'
import type { RowReader } from '../../rows/rows.queries.ts'
import { ValueTools } from './ValueTools.tsx'
import { valueProblem } from './value-kind.rules.ts'

/** Edits a long value in a side panel. */
export function ValueSheet({
  open,
  reader,
  column,
  text: start,
  isNull,
  onKeep,
  onCancel,
}: {
  open: boolean
  reader: RowReader
  column: GridColumn
  text: string
  isNull: boolean
  onKeep: (text: string) => void
  /** Back to the small editor, with what was typed; undefined when nothing was. */
  onCancel: (text: string | undefined) => void
}) {
  const [draft, setDraft] = useState<string>()
  const text = draft ?? start
  const problem = draft === undefined || draft === start ? undefined : valueProblem(column, draft)
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && onCancel(draft)}
      title={column.name}
      description={<span className="font-mono text-xs">{column.data_type}</span>}
      size="lg"
    >
      <SheetBody>
        <TextArea
          mono
          autoFocus
          aria-label={column.name}
          rows={20}
          value={text}
          placeholder={isNull ? 'NULL' : 'empty'}
          spellCheck={false}
          onValueChange={setDraft}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onKeep(text)
          }}
        />
        {problem !== undefined && (
          <p role="status" className="wrap-anywhere text-warning-ink text-xs">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-1">
          <ValueTools
            reader={reader}
            column={column}
            text={draft === undefined && isNull ? null : text}
            onText={setDraft}
            onChoose={onKeep}
            referring={(columns) => columns.map(() => null)}
            onPick={() => undefined}
            onLeave={() => undefined}
          />
        </div>
      </SheetBody>
      <DialogFooter aside={`${text.length.toLocaleString('en')} characters`}>
        <Button onClick={() => onCancel(draft)}>Back</Button>
        <Button variant="primary" onClick={() => onKeep(text)}>
          Keep
        </Button>
      </DialogFooter>
    </Sheet>
  )
}
