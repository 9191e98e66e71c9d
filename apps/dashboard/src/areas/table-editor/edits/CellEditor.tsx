import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import type { NewValue } from '@basalt/table-rows/edits/edit.ts'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { inputTextClass } from '../../../ui/controls/input-class.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'

/** Where the editor is, in pixels of the grid. */
export interface EditorBox {
  left: number
  top: number
  width: number
}

export interface CellEditorProps {
  column: GridColumn
  box: EditorBox
  /** The displayed value; undefined when only its beginning is here. */
  value: string | null | undefined
  /** Typed on the cell to open the editor; replaces the value. */
  typed: string | undefined
  /** Loads a value of which only the beginning is here. */
  load: () => Promise<string | null>
  /** `whole` is the value that was loaded. */
  onCommit: (value: NewValue, whole: string | null | undefined) => void
  onClose: () => void
}

/** Edits one cell as text, over the grid. Enter keeps the text, Escape drops it. */
export function CellEditor({ column, box, value, typed, load, onCommit, onClose }: CellEditorProps) {
  const [stored, setStored] = useState(value)
  const [failure, setFailure] = useState<string>()
  const [text, setText] = useState(typed ?? value ?? '')
  const [isTouched, setTouched] = useState(typed !== undefined)
  const area = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  const isLoaded = stored !== undefined
  const loadOnce = useRef(load)

  useEffect(() => {
    if (value !== undefined) return
    loadOnce.current().then(
      (whole) => {
        if (whole === null) return setFailure('The value is too large to be edited here.')
        setStored(whole)
        setText(whole)
      },
      (error: Error) => setFailure(error.message),
    )
  }, [value])
  useEffect(() => {
    if (!isLoaded) return
    const { current: field } = area
    field?.focus()
    if (typed === undefined) field?.select()
    else field?.setSelectionRange(typed.length, typed.length)
  }, [isLoaded, typed])

  const finish = (next?: { value: NewValue }) => {
    if (isDone.current) return
    isDone.current = true
    if (next) onCommit(next.value, value === undefined ? stored : undefined)
    onClose()
  }
  const keep = () => finish(isTouched && text !== stored ? { value: text } : undefined)
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') finish()
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
      // In a button these keys press it or move on.
      if (event.target !== area.current) return
      if (event.key === 'Tab' && !event.shiftKey) return
      keep()
    } else return
    event.preventDefault()
  }
  const choices = column.enum ?? (column.format === 'bool' ? ['true', 'false'] : [])
  return (
    <form
      aria-label={`Edit ${column.name}`}
      className="absolute z-20 flex flex-col rounded-md border border-focus bg-floating shadow-floating"
      style={{ left: box.left, top: box.top, width: box.width }}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={press}
      onBlur={(event: FocusEvent<HTMLFormElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) keep()
      }}
    >
      {isLoaded ? (
        <textarea
          ref={area}
          aria-label={column.name}
          rows={Math.min(8, text.split('\n').length)}
          value={text}
          placeholder={stored === null ? 'NULL' : 'empty'}
          spellCheck={false}
          onChange={({ target }) => {
            setTouched(true)
            setText(target.value)
          }}
          className={cx(
            'field-sizing-content max-h-60 min-h-8 w-full resize-none rounded-t-md bg-field px-2 py-1.5 font-mono outline-none placeholder:text-ink-faint',
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the text while a button is pressed */}
      <div
        className="flex flex-wrap items-center gap-1 border-line border-t p-1"
        onMouseDown={(event) => event.preventDefault()}
      >
        {choices.map((choice) => (
          <Button key={choice} size="sm" variant="ghost" onClick={() => finish({ value: choice })}>
            {choice}
          </Button>
        ))}
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
