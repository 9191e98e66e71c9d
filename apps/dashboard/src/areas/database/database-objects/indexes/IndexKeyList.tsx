import type { IndexChoices } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { FieldProblem } from '../FieldProblem.tsx'
import { type FormKey, type IndexForm, newKey } from './index-form.rules.ts'

type State = ChangeFormState<IndexForm>

/** The columns and expressions of an index, in order. */
export function IndexKeyList({ state, choices }: { state: State; choices: IndexChoices | undefined }) {
  const { form, change, errors } = state
  const list = useRef<HTMLElement>(null)
  const problem = errors.get('keys')
  const add = (key: FormKey) => {
    change((now) => ({ ...now, keys: [...now.keys, key] }))
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <section ref={list} aria-label="Columns" className="flex flex-col gap-2">
      <div>
        <h3 className="font-medium text-sm">Columns</h3>
        <p className="text-ink-muted text-xs">
          The order matters: searches use the first columns without the others, not the other way round.
        </p>
      </div>
      <ol className="flex flex-col gap-2">
        {form.keys.map((key, index) => (
          <KeyRow key={key.key} state={state} choices={choices} part={key} index={index} />
        ))}
      </ol>
      <FieldProblem message={problem} />
      <div className="flex gap-2">
        <Button size="sm" icon={Plus} onClick={() => add(newKey())}>
          Add column
        </Button>
        <Button size="sm" icon={Plus} onClick={() => add(newKey({ column: null, expression: '' }))}>
          Add expression
        </Button>
      </div>
    </section>
  )
}

const ORDERS = [
  { value: 'asc', label: 'Ascending' },
  { value: 'asc first', label: 'Ascending, NULLs first' },
  { value: 'desc', label: 'Descending' },
  { value: 'desc last', label: 'Descending, NULLs last' },
] as const

type Order = (typeof ORDERS)[number]['value']

const DEFAULT = ' '

function KeyRow({
  state: { form, change, errors },
  choices,
  part,
  index,
}: {
  state: State
  choices: IndexChoices | undefined
  part: FormKey
  index: number
}) {
  const { key, column, expression, is_descending, is_nulls_first, operator_class, collation } = part
  const what = `${expression === null ? 'column' : 'expression'} ${index + 1}`
  const error = errors.get(`keys.${index}`)
  const set = (more: Partial<FormKey>) =>
    change((now) => ({
      ...now,
      keys: now.keys.map((each) => (each.key === key ? { ...each, ...more } : each)),
    }))
  const order: Order = is_descending
    ? is_nulls_first
      ? 'desc'
      : 'desc last'
    : is_nulls_first
      ? 'asc first'
      : 'asc'
  const classes = (choices?.classes ?? []).filter(({ method }) => method === form.method)
  return (
    <li className="flex flex-col gap-1.5 rounded-md border border-line p-2">
      <div className="grid grid-cols-[minmax(0,1fr)_1.75rem] items-center gap-1.5">
        {expression === null ? (
          <Combobox
            size="sm"
            aria-label={`Column ${index + 1}`}
            placeholder="Choose a column"
            options={(choices?.columns ?? (column ? [{ name: column, type: '' }] : [])).map(
              ({ name, type }) => ({
                value: name,
                label: name,
                description: type,
              }),
            )}
            value={column}
            onValueChange={(next) => set({ column: next ?? '' })}
          />
        ) : (
          <Input
            size="sm"
            aria-label={`Expression ${index + 1}`}
            aria-invalid={error !== undefined || undefined}
            placeholder="lower(name)"
            className="font-mono"
            spellCheck={false}
            autoComplete="off"
            value={expression}
            onValueChange={(next) => set({ expression: next })}
          />
        )}
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Remove ${what}`}
          onClick={() => change((now) => ({ ...now, keys: now.keys.filter((each) => each.key !== key) }))}
        />
      </div>
      <div className="grid grid-cols-3 gap-1.5 max-sm:grid-cols-1">
        {form.method === 'btree' && (
          <Select
            size="sm"
            aria-label={`Order of ${what}`}
            options={ORDERS}
            value={order}
            onValueChange={(next) =>
              set({
                is_descending: next.startsWith('desc'),
                is_nulls_first: next === 'desc' || next === 'asc first',
              })
            }
          />
        )}
        <Combobox
          size="sm"
          hasWideList
          aria-label={`Operator class of ${what}`}
          placeholder="Default class"
          shownMax={100}
          options={[
            { value: DEFAULT, label: 'Default class' },
            ...classes.map(({ schema, name, type }) => ({
              value: JSON.stringify([schema, name]),
              label: name,
              description: type,
            })),
          ]}
          value={operator_class ? JSON.stringify([operator_class.schema, operator_class.name]) : DEFAULT}
          onValueChange={(next) => set({ operator_class: qualifiedOf(next) })}
        />
        <Combobox
          size="sm"
          hasWideList
          aria-label={`Collation of ${what}`}
          placeholder="Default collation"
          shownMax={100}
          options={[
            { value: DEFAULT, label: 'Default collation' },
            ...(choices?.collations ?? []).map(({ schema, name }) => ({
              value: JSON.stringify([schema, name]),
              label: name,
            })),
          ]}
          value={collation ? JSON.stringify([collation.schema, collation.name]) : DEFAULT}
          onValueChange={(next) => set({ collation: qualifiedOf(next) })}
        />
      </div>
      <FieldProblem message={error} />
    </li>
  )
}

function qualifiedOf(value: string | null) {
  if (value === null || value === DEFAULT) return null
  const [schema, name] = JSON.parse(value) as [string, string]
  return { schema, name }
}
