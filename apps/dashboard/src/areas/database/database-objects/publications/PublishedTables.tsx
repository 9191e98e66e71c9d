import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { SchemaCombobox } from '../../../table-editor/entities/SchemaCombobox.port.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { FieldProblem } from '../FieldProblem.tsx'
import { indexQueries } from '../indexes/indexes.queries.ts'
import { type FormTable, isSameTable, type PublicationForm } from './publication-form.rules.ts'

type State = ChangeFormState<PublicationForm>

/** The tables of a publication, each with its columns and rows. */
export function PublishedTables({ projectRef: ref, state }: { projectRef: string; state: State }) {
  const { form, change, errors } = state
  const [schema, setSchema] = useState('public')
  const { data } = useQuery(indexQueries.choices(ref, schema, ''))
  const problem = errors.get('tables')
  const offered = (data?.tables ?? []).filter(
    ({ name, is_view }) => !is_view && !form.tables.some((table) => isSameTable(table, { schema, name })),
  )
  return (
    <section aria-label="Tables" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Tables</h3>
      <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
        <SchemaCombobox
          projectRef={ref}
          aria-label="Schema of the table to add"
          value={schema}
          onValueChange={(next) => next !== null && setSchema(next)}
        />
        <Combobox
          aria-label="Table to add"
          placeholder="Add a table"
          emptyText="No other tables in this schema"
          shownMax={100}
          options={offered.map(({ name }) => ({ value: name, label: name }))}
          value={null}
          onValueChange={(name) => {
            if (name !== null)
              change((now) => ({
                ...now,
                tables: [...now.tables, { schema, name, columns: null, where: '' }],
              }))
          }}
        />
      </div>
      <ul aria-label="Published tables" className="flex flex-col gap-2">
        {form.tables.map((table, index) => (
          <TableRow
            key={JSON.stringify([table.schema, table.name])}
            projectRef={ref}
            state={state}
            table={table}
            index={index}
          />
        ))}
      </ul>
      <FieldProblem message={problem} />
    </section>
  )
}

function TableRow({
  projectRef: ref,
  state: { change, errors },
  table,
  index,
}: {
  projectRef: string
  state: State
  table: FormTable
  index: number
}) {
  const { schema, name, columns, where } = table
  const { data } = useQuery(indexQueries.choices(ref, schema, name))
  const error = errors.get(`tables.${index}`)
  const set = (more: Partial<FormTable>) =>
    change((now) => ({
      ...now,
      tables: now.tables.map((each) => (isSameTable(each, table) ? { ...each, ...more } : each)),
    }))
  const all = (data?.columns ?? []).map((column) => column.name)
  const toggle = (column: string, isOn: boolean) => {
    const chosen = new Set(columns ?? all)
    if (isOn) chosen.add(column)
    else chosen.delete(column)
    const next = all.filter((each) => chosen.has(each))
    set({ columns: next.length === all.length ? null : next })
  }
  const part = [
    columns !== null && `${columns.length} of ${all.length} columns`,
    where.trim() !== '' && 'some rows',
  ].filter((text) => text !== false)
  return (
    <li className="flex flex-col gap-1 rounded-md border border-line px-3 py-2">
      <div className="flex items-center justify-between gap-2">
        <p className="wrap-anywhere text-sm">
          <span className="text-ink-muted">{schema}.</span>
          {name}
        </p>
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Remove ${schema}.${name}`}
          onClick={() =>
            change((now) => ({ ...now, tables: now.tables.filter((each) => !isSameTable(each, table)) }))
          }
        />
      </div>
      <Disclosure
        summary={part.length === 0 ? 'All columns and rows' : part.join(', ')}
        isWrong={error !== undefined}
      >
        <div className="flex flex-col gap-3">
          <fieldset className="flex flex-col gap-1.5">
            <legend className="mb-1 text-ink-muted text-xs">
              Columns. Updates and deletes need those of the replica identity, which is the primary key.
            </legend>
            {all.map((column) => (
              <Checkbox
                key={column}
                label={column}
                checked={columns === null || columns.includes(column)}
                onCheckedChange={(isOn) => toggle(column, isOn)}
              />
            ))}
          </fieldset>
          <Input
            size="sm"
            className="font-mono"
            aria-label={`Rows of ${schema}.${name} that are published`}
            aria-invalid={error !== undefined || undefined}
            placeholder="All rows, or a condition such as price > 1"
            spellCheck={false}
            autoComplete="off"
            value={where}
            onValueChange={(next) => set({ where: next })}
          />
        </div>
      </Disclosure>
      <FieldProblem message={error} />
    </li>
  )
}
