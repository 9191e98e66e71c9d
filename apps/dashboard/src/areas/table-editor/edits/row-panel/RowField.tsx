import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { isDefault, type NewValue } from '@basalt/table-rows/edits/edit.ts'
import { useRef, useState } from 'react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import type { RowReader } from '../../rows/rows.queries.ts'
import { ReferencedRow } from '../values/ReferencedRow.tsx'
import { ValueTools } from '../values/ValueTools.tsx'
import { valueKind } from '../values/value-kind.rules.ts'
import { isRequired } from './row-form.rules.ts'

/** Longer texts would stall the page; they are edited in the cell. In characters. */
const EDITED_MAX = 200_000

/** One value of a row: its text, and what its type offers. */
export function RowField({
  reader,
  column,
  value,
  cutBytes,
  problem,
  refusal,
  isRefusalTold,
  isNew,
  referring,
  onChange,
  onPick,
  onLoad,
}: {
  reader: RowReader
  column: GridColumn
  /** Undefined when only its beginning is here. */
  value: NewValue | undefined
  /** Size of a value of which only the beginning is here. */
  cutBytes: number | undefined
  problem: string | undefined
  /** Why it cannot be changed. */
  refusal: string | undefined
  /** The form says above why nothing can be changed. */
  isRefusalTold: boolean
  isNew: boolean
  referring: (columns: readonly string[]) => readonly (string | null)[]
  onChange: (value: NewValue) => void
  onPick: (values: Readonly<Record<string, string | null>>) => void
  /** Loads the whole value. */
  onLoad: () => Promise<void>
}) {
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [loading, setLoading] = useState<{ isRunning: boolean; failure?: string }>({ isRunning: false })
  const { name, data_type, is_nullable, foreign_key, comment } = column
  const kind = valueKind(column)
  const isSet = value !== undefined && !(value !== null && isDefault(value))
  const text = typeof value === 'string' ? value : null
  const hasDefault = column.default !== null || column.identity !== null
  const isTooLong = text !== null && text.length > EDITED_MAX
  const load = async () => {
    setLoading({ isRunning: true })
    try {
      await onLoad()
      setLoading({ isRunning: false })
    } catch (error) {
      setLoading({ isRunning: false, failure: (error as Error).message })
    }
  }
  const placeholder = () => {
    if (isSet) return value === null ? 'NULL' : 'empty'
    if (isNew && isRequired(column)) return 'Required'
    return column.default ?? (column.identity ? 'generated' : 'NULL')
  }
  const isList = foreign_key !== null || kind === 'enum' || kind === 'boolean' || kind === 'array'
  return (
    <Field
      label={name}
      labelAside={<span className="font-mono">{data_type}</span>}
      required={isNew && isRequired(column)}
      {...(problem !== undefined && { error: problem })}
      description={(isRefusalTold ? undefined : refusal) ?? comment ?? undefined}
    >
      <div ref={box} className="flex min-w-0 flex-col gap-1">
        {value === undefined || isTooLong ? (
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <span className="text-ink-muted">
              {isTooLong
                ? `${text.length.toLocaleString('en')} characters, which are edited in the cell.`
                : `A long value, ${formatBytes(cutBytes ?? 0)}.`}
            </span>
            {!isTooLong && (
              <Button size="sm" loading={loading.isRunning} onClick={() => void load()}>
                Load the value
              </Button>
            )}
            {loading.failure !== undefined && (
              <span role="alert" className="text-critical-ink text-xs">
                {loading.failure}
              </span>
            )}
          </div>
        ) : (
          <TextArea
            mono
            rows={kind === 'json' ? 4 : Math.min(6, (text ?? '').split('\n').length)}
            value={text ?? ''}
            placeholder={placeholder()}
            spellCheck={false}
            readOnly={refusal !== undefined}
            onValueChange={onChange}
          />
        )}
        {refusal === undefined && value !== undefined && !isTooLong && (
          <div className="flex flex-wrap items-center gap-1">
            {!isList || isOpen ? (
              <ValueTools
                reader={reader}
                column={column}
                text={text}
                onText={onChange}
                onChoose={onChange}
                referring={referring}
                onPick={onPick}
                onLeave={() => box.current?.querySelector('textarea')?.focus()}
              />
            ) : (
              <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
                {foreign_key ? 'Choose a row' : kind === 'array' ? 'List items' : 'Choose'}
              </Button>
            )}
            {is_nullable && (
              <Button size="sm" variant="ghost" disabled={value === null} onClick={() => onChange(null)}>
                Set NULL
              </Button>
            )}
            {hasDefault && (
              <Button
                size="sm"
                variant="ghost"
                disabled={value !== null && isDefault(value)}
                onClick={() => onChange({ default: true })}
              >
                Set default
              </Button>
            )}
          </div>
        )}
        {foreign_key && !isNew && text !== null && (
          <details className="text-xs">
            <summary className="cursor-default text-ink-muted">Referenced row</summary>
            <div className="mt-1 rounded-md border border-line p-2">
              <ReferencedRow
                reader={reader}
                reference={foreign_key}
                values={referring(foreign_key.columns)}
              />
            </div>
          </details>
        )}
      </div>
    </Field>
  )
}
