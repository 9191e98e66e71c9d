import { referentialActions } from '@basalt/contract/schema-changes/schema-changes.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Plus, X } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { SchemaCombobox } from '../entities/SchemaCombobox.port.tsx'
import { shortType } from './column-types.rules.ts'
import { changeColumn, type FormForeignKey, isMismatch, newForeignKey } from './table-form.rules.ts'
import { tableQueries } from './tables.queries.ts'
import type { TableFormState } from './use-table-form.ts'

const actionLabels: Record<(typeof referentialActions)[number], string> = {
  'no action': 'No action',
  restrict: 'Restrict',
  cascade: 'Cascade',
  'set null': 'Set NULL',
  'set default': 'Set default',
}
const actions = referentialActions.map((value) => ({ value, label: actionLabels[value] }))

/** The foreign keys of a table panel; of one column in a column panel. */
export function ForeignKeyList({
  projectRef: ref,
  state,
  ofColumn,
}: {
  projectRef: string
  state: TableFormState
  /** Key of a column. */
  ofColumn?: string
}) {
  const { form, change } = state
  const shown = form.foreignKeys
    .map((foreignKey, index) => ({ foreignKey, index }))
    .filter(({ foreignKey }) => ofColumn === undefined || foreignKey.columns.includes(ofColumn))
  return (
    <section aria-label="Foreign keys" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Foreign keys</h3>
      {shown.length > 0 && (
        <ul className="flex flex-col gap-2">
          {shown.map(({ foreignKey, index }) => (
            <li key={foreignKey.key}>
              <ForeignKeyFields projectRef={ref} state={state} foreignKey={foreignKey} index={index} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          size="sm"
          icon={Plus}
          onClick={() =>
            change((now) => ({
              ...now,
              foreignKeys: [
                ...now.foreignKeys,
                {
                  ...newForeignKey(ofColumn === undefined ? undefined : [ofColumn]),
                  target: { schema: now.schema, name: '', columns: [''] },
                },
              ],
            }))
          }
        >
          Add foreign key
        </Button>
      </div>
    </section>
  )
}

function ForeignKeyFields({
  projectRef: ref,
  state: { form, change, errors },
  foreignKey,
  index,
}: {
  projectRef: string
  state: TableFormState
  foreignKey: FormForeignKey
  index: number
}) {
  const { target } = foreignKey
  const what = `foreign key ${index + 1}`
  const targets = useQuery(tableQueries.targets(ref, target.schema))
  const targetId = targets.data?.find(({ name }) => name === target.name)?.id
  const definition = useQuery({
    ...tableQueries.definition(ref, targetId ?? 0),
    enabled: targetId !== undefined,
  })
  const isSelf = target.schema === form.schema && target.name === form.name && form.name !== ''
  const theirs = isSelf
    ? form.columns.map(({ name, type }) => ({ name, type }))
    : (definition.data?.table.columns.map(({ name, type }) => ({ name, type: shortType(type) })) ?? [])
  const set = (more: Partial<FormForeignKey>) =>
    change((now) => ({
      ...now,
      foreignKeys: now.foreignKeys.map((each) => (each.key === foreignKey.key ? { ...each, ...more } : each)),
    }))
  const setPair = (place: number, own: string, other: string) =>
    change((now) => {
      const columns = foreignKey.columns.with(place, own)
      const others = target.columns.with(place, other)
      const next = {
        ...now,
        foreignKeys: now.foreignKeys.map((each) =>
          each.key === foreignKey.key ? { ...each, columns, target: { ...target, columns: others } } : each,
        ),
      }
      const column = now.columns.find(({ key }) => key === own)
      const type = theirs.find(({ name }) => name === other)?.type
      // A new column has no values that could not be converted: it takes the type of the other one.
      return column && column.was === null && type !== undefined && column.type !== type
        ? changeColumn(next, own, { type, identity: null })
        : next
    })
  const error = errors.get(`foreign_keys.${index}`)
  const tableNames = (targets.data ?? []).map(({ name }) => ({ value: name, label: name }))
  const withSelf =
    target.schema === form.schema && form.name !== '' && !tableNames.some(({ value }) => value === form.name)
      ? [{ value: form.name, label: form.name, note: 'this table' }, ...tableNames]
      : tableNames
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="sr-only">Foreign key {index + 1}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-end gap-2">
        <Field label="Schema">
          <SchemaCombobox
            projectRef={ref}
            size="sm"
            value={target.schema}
            onValueChange={(schema) =>
              schema !== null &&
              set({ target: { schema, name: '', columns: foreignKey.columns.map(() => '') } })
            }
          />
        </Field>
        <Field label="Table">
          <Combobox
            size="sm"
            placeholder="Choose a table"
            options={withChosen(withSelf, target.name)}
            value={target.name || null}
            onValueChange={(name) =>
              set({ target: { ...target, name: name ?? '', columns: foreignKey.columns.map(() => '') } })
            }
          />
        </Field>
        <IconButton
          size="sm"
          icon={X}
          label={`Remove ${what}`}
          onClick={() =>
            change((now) => ({
              ...now,
              foreignKeys: now.foreignKeys.filter(({ key }) => key !== foreignKey.key),
            }))
          }
        />
      </div>
      {target.name !== '' && (
        <>
          <ul className="flex flex-col gap-1.5">
            {foreignKey.columns.map((own, place) => {
              const column = form.columns.find(({ key }) => key === own)
              const other = theirs.find(({ name }) => name === target.columns[place])
              return (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: pairs are told apart by their place alone
                  key={place}
                  className="flex flex-col gap-1"
                >
                  <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-2">
                    <Select
                      size="sm"
                      aria-label={`Column ${place + 1} of ${what}`}
                      placeholder="Column"
                      options={form.columns.map(({ key, name }) => ({
                        value: key,
                        label: name || 'unnamed',
                      }))}
                      value={own || null}
                      onValueChange={(next) => setPair(place, next, target.columns[place] ?? '')}
                    />
                    <ArrowRight className="size-3.5 text-ink-muted" aria-hidden />
                    <Select
                      size="sm"
                      aria-label={`Column of ${target.name} for column ${place + 1} of ${what}`}
                      placeholder={`Column of ${target.name}`}
                      options={withChosen(
                        theirs.map(({ name, type }) => ({ value: name, label: name, note: type })),
                        target.columns[place] ?? '',
                      )}
                      value={target.columns[place] || null}
                      onValueChange={(next) => setPair(place, own, next)}
                    />
                    <IconButton
                      size="sm"
                      icon={X}
                      label={`Remove pair ${place + 1} of ${what}`}
                      disabled={foreignKey.columns.length === 1}
                      onClick={() =>
                        set({
                          columns: foreignKey.columns.toSpliced(place, 1),
                          target: { ...target, columns: target.columns.toSpliced(place, 1) },
                        })
                      }
                    />
                  </div>
                  {column && isMismatch(column.type, other?.type) && (
                    <p className="text-warning-ink text-xs">
                      {column.name} is {column.type} and {other?.name} is {other?.type}. PostgreSQL may refuse
                      the key.
                    </p>
                  )}
                </li>
              )
            })}
          </ul>
          <div>
            <Button
              size="sm"
              variant="ghost"
              icon={Plus}
              onClick={() =>
                set({
                  columns: [...foreignKey.columns, ''],
                  target: { ...target, columns: [...target.columns, ''] },
                })
              }
            >
              Add pair of columns
            </Button>
          </div>
          <div className="grid grid-cols-2 gap-2">
            <Field label="On update">
              <Select
                size="sm"
                options={actions}
                value={foreignKey.on_update}
                onValueChange={(on_update) => set({ on_update })}
              />
            </Field>
            <Field label="On delete">
              <Select
                size="sm"
                options={actions}
                value={foreignKey.on_delete}
                onValueChange={(on_delete) => set({ on_delete })}
              />
            </Field>
          </div>
        </>
      )}
      {error && (
        <p role="alert" className="text-critical-ink text-xs">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The options with the chosen value among them while the list loads, or when it is not in it. */
const withChosen = <O extends { value: string; label: string }>(
  options: readonly O[],
  value: string,
): (O | { value: string; label: string })[] =>
  value === '' || options.some((option) => option.value === value)
    ? [...options]
    : [{ value, label: value }, ...options]
