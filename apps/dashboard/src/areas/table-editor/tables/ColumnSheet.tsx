import type { SchemaChange, TableDefinition } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { CheckList } from './CheckList.tsx'
import { ColumnOptions, columnErrors } from './ColumnOptions.tsx'
import { recommendations, typeOptions, typeParts, withBase } from './column-types.rules.ts'
import { DefaultField } from './DefaultField.tsx'
import { ForeignKeyList } from './ForeignKeyList.tsx'
import { RefusingSheet } from './RefusingSheet.tsx'
import { TableFormSheet } from './TableFormSheet.tsx'
import {
  changeColumn,
  draftOf,
  type FormColumn,
  formOf,
  newColumn,
  setInPrimaryKey,
} from './table-form.rules.ts'
import { tableQueries } from './tables.queries.ts'
import { useTableForm } from './use-table-form.ts'

/** Adds a column to a table, or changes one. */
export function ColumnSheet({
  projectRef: ref,
  definition,
  column: name,
  refusal,
  onSaved,
  onClose,
}: {
  projectRef: string
  definition: TableDefinition
  /** Undefined for a new column. */
  column: string | undefined
  refusal: string | undefined
  onSaved: () => void
  onClose: () => void
}) {
  const { id, table } = definition
  const state = useTableForm(
    `${ref}.column.${id}.${name === undefined ? 'new' : `=${name}`}`,
    definition.fingerprint,
    () => {
      const form = formOf(table)
      return name === undefined ? { ...form, columns: [...form.columns, newColumn()] } : form
    },
  )
  const { form, change, errors } = state
  const types = useQuery(tableQueries.types(ref))
  const index = form.columns.findIndex(({ was }) => was === (name ?? null))
  const column = form.columns[index]
  if (!column)
    return (
      <RefusingSheet title="There is no such column" onClose={onClose}>
        {table.name} has no column {name}. It may have been renamed or dropped.
      </RefusingSheet>
    )
  const { key, type } = column
  const set = (more: Partial<FormColumn>) => change((now) => changeColumn(now, key, more))
  const errorAt = (field: string) => {
    const error = errors.get(`columns.${index}.${field}`)
    return error === undefined ? {} : { error }
  }
  const other = columnErrors(errors, index).filter(
    (message) => !['name', 'type', 'default', 'generated'].some((field) => errorAt(field).error === message),
  )
  const better = recommendations[typeParts(type).base]
  const body: SchemaChange = {
    kind: 'alter_table',
    id,
    fingerprint: state.fingerprint ?? '',
    table: draftOf(form),
  }
  return (
    <TableFormSheet
      projectRef={ref}
      title={name === undefined ? 'New column' : `Edit ${name}`}
      description={`Column of ${table.schema}.${table.name}`}
      saveLabel={name === undefined ? 'Add column' : 'Save changes'}
      refusal={refusal}
      state={state}
      change={body}
      onSaved={() => {
        toast({
          tone: 'success',
          title: name === undefined ? `${column.name} added` : `${column.name} updated`,
        })
        onSaved()
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" required {...errorAt('name')}>
          <Input
            spellCheck={false}
            autoComplete="off"
            placeholder="column_name"
            value={column.name}
            onValueChange={(next) => set({ name: next })}
          />
        </Field>
        <Field
          label="Type"
          required
          {...(better && { description: `${better} is the better choice for most columns.` })}
          {...errorAt('type')}
        >
          <Combobox
            placeholder="Choose a type"
            options={typeOptions(type, types.data ?? [])}
            value={typeParts(type).base || null}
            onValueChange={(base) => base !== null && set({ type: withBase(type, base) })}
          />
        </Field>
        {column.identity === null && column.generated === null && (
          <Field label="Default value" {...errorAt('default')}>
            <DefaultField value={column.default} type={type} onChange={(value) => set({ default: value })} />
          </Field>
        )}
        <Checkbox
          label="Primary key"
          description={
            form.primaryKey.length > 0 && !form.primaryKey.includes(key)
              ? 'Becomes part of the primary key of the table.'
              : 'Identifies the rows of the table.'
          }
          checked={form.primaryKey.includes(key)}
          onCheckedChange={(isPart) => change((now) => setInPrimaryKey(now, key, isPart))}
        />
        <ColumnOptions state={state} column={column} index={index} />
        {other.map((message) => (
          <p key={message} role="alert" className="text-critical-ink text-xs">
            {message}
          </p>
        ))}
      </div>
      <ForeignKeyList projectRef={ref} state={state} ofColumn={key} />
      <CheckList state={state} />
    </TableFormSheet>
  )
}
