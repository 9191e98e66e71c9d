import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import type { NewValue } from '@basalt/table-rows/edits/edit.ts'
import { Maximize2 } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { inputTextClass } from '../../../ui/controls/input-class.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import type { RowReader } from '../rows/rows.queries.ts'
import { useWholeValue } from './use-whole-value.ts'
import { focusChoice } from './values/ChoiceList.tsx'
import { ValueTools } from './values/ValueTools.tsx'
import { valueKind, valueProblem } from './values/value-kind.rules.ts'

const ValueSheet = lazyLayer(
  () => import('./values/ValueSheet.tsx').then((module) => module.ValueSheet),
  ({ open }) => open,
)

/** Where the editor is, in pixels of the grid. */
export interface EditorBox {
  left: number
  top: number
  width: number
  /** Room below `top`. */
  height: number
}

export interface CellEditorProps {
  reader: RowReader
  column: GridColumn
  box: EditorBox
  /** The displayed value; undefined when only its beginning is here. */
  value: string | null | undefined
  /** Typed on the cell to open the editor; replaces the value. */
  typed: string | undefined
  /** Loads a value of which only the beginning is here. */
  load: () => Promise<string | null>
  /** The values of other columns of the row, for foreign keys. */
  referring: (columns: readonly string[]) => readonly (string | null)[]
  /** `whole` is the value that was loaded. */
  onCommit: (value: NewValue, whole: string | null | undefined) => void
  /** Values of several columns of the row. */
  onCommitRow: (values: Readonly<Record<string, NewValue>>) => void
  onClose: () => void
}

/** Edits one cell over the grid: as text, with what its type offers. Enter keeps the value, Escape drops it. */
export function CellEditor({
  reader,
  column,
  box,
  value,
  typed,
  load,
  referring,
  onCommit,
  onCommitRow,
  onClose,
}: CellEditorProps) {
  const { stored, failure } = useWholeValue(value, load)
  /** Undefined until something is typed. */
  const [draft, setDraft] = useState(typed)
  const [isLarge, setLarge] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  const isLoaded = stored !== undefined
  const text = draft ?? stored ?? ''
  const problem = draft === undefined || draft === stored ? undefined : valueProblem(column, draft)

  useEffect(() => {
    if (!isLoaded || isLarge) return
    const { current: field } = area
    field?.focus()
    if (typed === undefined) field?.select()
    else field?.setSelectionRange(typed.length, typed.length)
  }, [isLoaded, isLarge, typed])

  const finish = (next?: { value: NewValue }) => {
    if (isDone.current) return
    isDone.current = true
    if (next) onCommit(next.value, value === undefined ? stored : undefined)
    onClose()
  }
  const keep = () => finish(draft !== undefined && draft !== stored ? { value: draft } : undefined)
  const pick = (values: Readonly<Record<string, string | null>>) => {
    if (isDone.current) return
    isDone.current = true
    onCommitRow(values)
    onClose()
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') finish()
    else if (event.target === area.current && event.key === 'ArrowDown' && !text.includes('\n')) {
      if (!focusChoice(form.current)) return
    } else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
      // In a button these keys press it or move on.
      if (event.target !== area.current) return
      if (event.key === 'Tab' && !event.shiftKey) return
      keep()
    } else return
    event.preventDefault()
  }
  const isMultiLine = ['text', 'json', 'array', 'bytea'].includes(valueKind(column))
  if (isLarge)
    return (
      <ValueSheet
        open
        reader={reader}
        column={column}
        text={text}
        isNull={draft === undefined && stored === null}
        onKeep={(next) => finish({ value: next })}
        onCancel={(next) => {
          setDraft(next)
          setLarge(false)
        }}
      />
    )
  return (
    <form
      ref={form}
      aria-label={`Edit ${column.name}`}
      className="absolute z-20 flex flex-col overflow-y-auto rounded-md border border-focus bg-floating shadow-floating"
      style={{ left: box.left, top: box.top, width: box.width, maxHeight: box.height }}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={press}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) => {
        // While another window has the focus, such as one to choose a file, the editor stays.
        if (currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)) return
        keep()
      }}
    >
      {isLoaded ? (
        <textarea
          ref={area}
          aria-label={column.name}
          aria-invalid={problem !== undefined}
          rows={Math.min(8, text.split('\n').length)}
          value={text}
          placeholder={draft === undefined && stored === null ? 'NULL' : 'empty'}
          spellCheck={false}
          onChange={({ target }) => setDraft(target.value)}
          className={cx(
            'field-sizing-content max-h-60 min-h-8 w-full shrink-0 resize-none rounded-t-md bg-field px-2 py-1.5 font-mono outline-none placeholder:text-ink-faint',
            inputTextClass,
          )}
        />
      ) : (
        <div className="flex min-h-8 items-center px-2 text-xs">
          {failure === undefined ? (
            <Spinner label="Loading the value" />
          ) : (
            <p role="alert" className="wrap-anywhere py-1.5 text-critical-ink">
              {failure}
            </p>
          )}
        </div>
      )}
      {problem !== undefined && (
        <p
          role="status"
          className="wrap-anywhere shrink-0 border-line border-t px-2 py-1 text-warning-ink text-xs"
        >
          {problem}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the text while a button is pressed */}
      <div
        className="flex shrink-0 flex-wrap items-center gap-1 border-line border-t p-1"
        onMouseDown={(event) => {
          if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
        }}
      >
        {isLoaded && (
          <ValueTools
            reader={reader}
            column={column}
            text={draft ?? stored}
            onText={setDraft}
            onChoose={(chosen) => finish({ value: chosen })}
            referring={referring}
            onPick={pick}
            onLeave={() => area.current?.focus()}
          />
        )}
        {column.is_nullable && (
          <Button size="sm" variant="ghost" onClick={() => finish({ value: null })}>
            Set NULL
          </Button>
        )}
        {(column.default !== null || column.identity !== null) && (
          <Button size="sm" variant="ghost" onClick={() => finish({ value: { default: true } })}>
            Set default
          </Button>
        )}
        <span className="ml-auto flex gap-1">
          {isLoaded && isMultiLine && (
            <IconButton size="sm" icon={Maximize2} label="Edit in a panel" onClick={() => setLarge(true)} />
          )}
          <Button size="sm" variant="ghost" onClick={() => finish()}>
            Cancel
          </Button>
          <Button size="sm" onClick={keep}>
            Keep
          </Button>
        </span>
      </div>
    </form>
  )
}
