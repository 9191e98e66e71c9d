import type { ColumnType } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { GripVertical, Settings2, Trash2 } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { ColumnOptions, columnErrors } from './ColumnOptions.tsx'
import { typeOptions, typeParts, withBase } from './column-types.rules.ts'
import { DefaultField } from './DefaultField.tsx'
import {
  changeColumn,
  type FormColumn,
  moveColumn,
  removeColumn,
  setInPrimaryKey,
} from './table-form.rules.ts'
import type { TableFormState } from './use-table-form.ts'

/** The type of what is dragged; its data is the position of a column. */
const DRAG_TYPE = 'application/x-basalt-column'

/** One column of a table panel. */
export function ColumnRow({
  state,
  column,
  index,
  types,
  isMovable,
}: {
  state: TableFormState
  column: FormColumn
  index: number
  types: readonly ColumnType[]
  /** Columns of a table that exists stay in their order. */
  isMovable: boolean
}) {
  const { form, change, errors } = state
  const { key, name, type } = column
  const [isTarget, setTarget] = useState(false)
  const what = `column ${index + 1}`
  const messages = columnErrors(errors, index)
  const isWrong = (field: string) =>
    errors.has(`columns.${index}.${field}`) || (field === 'name' && errors.has(`columns.${index}`))
  const set = (more: Partial<FormColumn>) => change((now) => changeColumn(now, key, more))
  const onHandleKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    change((now) => moveColumn(now, index, index + step))
  }
  const dragged = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(DRAG_TYPE)
  return (
    <li
      className={cx('flex flex-col gap-1 rounded-md py-1', isTarget && 'bg-brand-subtle')}
      onDragOver={(event) => {
        if (!isMovable || !dragged(event)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false)
        if (!dragged(event)) return
        event.preventDefault()
        const from = Number(event.dataTransfer.getData(DRAG_TYPE))
        change((now) => moveColumn(now, from, index))
      }}
    >
      <div className="grid grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,1fr)] items-center gap-1.5 sm:grid-cols-[1.5rem_minmax(0,3fr)_minmax(0,2.5fr)_minmax(0,3fr)_auto]">
        {isMovable ? (
          <IconButton
            size="sm"
            className="size-6 cursor-grab"
            icon={GripVertical}
            label={`Move ${what}; use the up and down arrow keys`}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAG_TYPE, String(index))
              event.dataTransfer.effectAllowed = 'move'
            }}
            onKeyDown={onHandleKey}
          />
        ) : (
          <span className="text-center text-2xs text-ink-faint tabular-nums">{index + 1}</span>
        )}
        <Input
          size="sm"
          aria-label={`Name of ${what}`}
          aria-invalid={isWrong('name') || undefined}
          placeholder="column_name"
          spellCheck={false}
          autoComplete="off"
          value={name}
          onValueChange={(next) => set({ name: next })}
        />
        <Combobox
          size="sm"
          aria-label={`Type of ${what}`}
          placeholder="Type"
          hasWideList
          emptyText="Write other types in the column’s settings"
          options={typeOptions(type, types)}
          value={typeParts(type).base || null}
          onValueChange={(base) => base !== null && set({ type: withBase(type, base) })}
          {...(isWrong('type') && { className: 'border-critical' })}
        />
        <div className="max-sm:col-start-2">
          {column.identity || column.generated !== null ? (
            <p className="truncate px-2.5 text-ink-muted text-xs">
              {column.identity ? 'Numbered by PostgreSQL' : 'Generated'}
            </p>
          ) : (
            <DefaultField
              size="sm"
              label={`Default of ${what}`}
              value={column.default}
              type={type}
              isInvalid={isWrong('default')}
              onChange={(value) => set({ default: value })}
            />
          )}
        </div>
        <div className="flex items-center gap-1.5 max-sm:justify-self-end max-sm:pr-1">
          <Checkbox
            aria-label={`Primary key of ${what}`}
            checked={form.primaryKey.includes(key)}
            onCheckedChange={(isPart) => change((now) => setInPrimaryKey(now, key, isPart))}
          />
          <Popover
            title={name === '' ? `Settings of ${what}` : name}
            align="end"
            className="max-h-[min(34rem,var(--available-height))] overflow-y-auto"
            trigger={
              <IconButton size="sm" className="size-6" icon={Settings2} label={`Settings of ${what}`} />
            }
          >
            <ColumnOptions state={state} column={column} index={index} />
          </Popover>
          <IconButton
            size="sm"
            className="size-6"
            icon={Trash2}
            label={`Remove ${what}`}
            onClick={() => change((now) => removeColumn(now, key))}
          />
        </div>
      </div>
      {messages.map((message) => (
        <p key={message} role="alert" className="pl-8 text-critical-ink text-xs">
          {message}
        </p>
      ))}
    </li>
  )
}
