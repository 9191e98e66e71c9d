import { INDEX_METHODS } from '@basalt/contract/database-objects/indexes/indexes.rules.ts'
import type { Index } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { DescriptionField } from '../DescriptionField.tsx'
import { NameField } from '../NameField.tsx'
import { errorOf, useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { SchemaField } from '../SchemaField.tsx'
import { IncludedColumns } from './IncludedColumns.tsx'
import { IndexKeyList } from './IndexKeyList.tsx'
import { draftOf, emptyForm, formOf, type IndexForm, proposedName } from './index-form.rules.ts'
import { indexQueries } from './indexes.queries.ts'

const isForm = (value: object) => Array.isArray((value as Partial<IndexForm>).keys)

const METHODS = {
  btree: 'Equality, ranges and order; the usual one',
  hash: 'Equality of one column only',
  gist: 'Geometry, ranges, nearest neighbours',
  gin: 'Arrays, jsonb, full text',
  spgist: 'Points, prefixes, networks',
  brin: 'Large tables whose rows lie in order',
}

/** Creates, changes or copies an index. */
export function IndexSheet(props: ObjectFormProps<Index>) {
  const { state, isEdit, sheet } = useObjectForm(
    {
      object: 'index',
      one: 'index',
      newTitle: 'New index',
      emptyForm: (schema) => emptyForm(schema, ''),
      formOf,
      draftOf,
      isForm,
    },
    props,
  )
  return (
    <ChangeSheet
      {...sheet}
      {...(isEdit && {
        description: 'PostgreSQL can change only these parts of an index. For others, duplicate it.',
      })}
    >
      {isEdit ? <EditFields state={state} /> : <NewFields projectRef={props.projectRef} state={state} />}
    </ChangeSheet>
  )
}

type State = ChangeFormState<IndexForm>

const errorAt = ({ errors }: State, path: string) => errorOf(errors.get(path))

function EditFields({ state }: { state: State }) {
  return (
    <div className="flex flex-col gap-4">
      <IndexName state={state} />
      <IndexDescription state={state} />
      <ParametersField state={state} />
    </div>
  )
}

function NewFields({ projectRef: ref, state }: { projectRef: string; state: State }) {
  const { form, change } = state
  const { data: choices } = useQuery(indexQueries.choices(ref, form.schema, form.table))
  const isPartitioned =
    choices?.tables.some(({ name, is_partitioned }) => name === form.table && is_partitioned) ?? false
  const chooseTable = (table: string) => {
    const chosen = choices?.tables.find(({ name }) => name === table)
    change((now) => ({ ...now, table, concurrently: chosen ? !chosen.is_partitioned : now.concurrently }))
  }
  const isRareWrong = ['include', 'where', 'comment'].some((path) => state.errors.has(path))
  return (
    <>
      <div className="flex flex-col gap-4">
        <SchemaField
          projectRef={ref}
          value={form.schema}
          error={state.errors.get('schema')}
          onChange={(schema) =>
            change((now) => ({ ...now, schema, table: schema === now.schema ? now.table : '' }))
          }
        />
        <Field label="Table" required {...errorAt(state, 'table')}>
          <Combobox
            placeholder="Choose a table"
            emptyText="No tables in this schema"
            shownMax={100}
            options={(choices?.tables ?? (form.table === '' ? [] : [{ name: form.table }])).map(
              ({ name }) => ({
                value: name,
                label: name,
              }),
            )}
            value={form.table === '' ? null : form.table}
            onValueChange={(next) => chooseTable(next ?? '')}
          />
        </Field>
      </div>
      <IndexKeyList state={state} choices={choices} />
      <div className="flex flex-col gap-4">
        <IndexName state={state} />
        <Field label="Method" {...errorAt(state, 'method')}>
          <Select
            options={INDEX_METHODS.map((method) => ({
              value: method,
              label: method,
              description: METHODS[method],
            }))}
            value={INDEX_METHODS.find((method) => method === form.method) ?? null}
            onValueChange={(method) =>
              change((now) => ({
                ...now,
                method,
                is_unique: now.is_unique && method === 'btree',
                keys: now.keys.map((key) => ({
                  ...key,
                  operator_class: null,
                  ...(method !== 'btree' && { is_descending: false, is_nulls_first: false }),
                })),
              }))
            }
          />
        </Field>
        {form.method === 'btree' && (
          <Checkbox
            label="Unique"
            description="Refuses rows whose values another row has already."
            checked={form.is_unique}
            onCheckedChange={(is_unique) => change((now) => ({ ...now, is_unique }))}
          />
        )}
        {form.method === 'btree' && form.is_unique && (
          <Checkbox
            label="NULL is a value"
            description="Otherwise any number of rows may have NULL."
            checked={form.nulls_not_distinct}
            onCheckedChange={(nulls_not_distinct) => change((now) => ({ ...now, nulls_not_distinct }))}
          />
        )}
        <Checkbox
          label="Build concurrently"
          description={
            isPartitioned
              ? 'PostgreSQL cannot build an index of a partitioned table concurrently: writers wait.'
              : 'Others can write to the table meanwhile. It takes longer, and continues when you close this page.'
          }
          checked={form.concurrently}
          disabled={isPartitioned}
          onCheckedChange={(concurrently) => change((now) => ({ ...now, concurrently }))}
        />
      </div>
      <Disclosure summary="Included columns, condition, parameters" isWrong={isRareWrong}>
        <div className="flex flex-col gap-4">
          <IncludedColumns state={state} choices={choices} />
          <Field
            label="Condition"
            description="Only rows for which it is true are in the index."
            {...errorAt(state, 'where')}
          >
            <Input
              className="font-mono"
              spellCheck={false}
              autoComplete="off"
              placeholder="deleted_at is null"
              value={form.where}
              onValueChange={(where) => change((now) => ({ ...now, where }))}
            />
          </Field>
          <ParametersField state={state} />
          <IndexDescription state={state} />
        </div>
      </Disclosure>
    </>
  )
}

const IndexName = ({ state: { form, errors, change } }: { state: State }) => (
  <NameField
    value={form.name}
    error={errors.get('name')}
    placeholder={proposedName(form)}
    onChange={(name) => change((now) => ({ ...now, name, isNamed: name !== '' }))}
  />
)

const IndexDescription = ({ state: { form, errors, change } }: { state: State }) => (
  <DescriptionField
    value={form.comment}
    error={errors.get('comment')}
    onChange={(comment) => change((now) => ({ ...now, comment }))}
  />
)

function ParametersField({ state }: { state: State }) {
  const problem = [...state.errors].find(([path]) => path.startsWith('parameters'))?.[1]
  return (
    <Field
      label="Storage parameters"
      description="One in each line, such as fillfactor = 70."
      {...(problem !== undefined && { error: problem })}
    >
      <TextArea
        className="font-mono"
        rows={2}
        spellCheck={false}
        value={state.form.parameters}
        onValueChange={(parameters) => state.change((now) => ({ ...now, parameters }))}
      />
    </Field>
  )
}
