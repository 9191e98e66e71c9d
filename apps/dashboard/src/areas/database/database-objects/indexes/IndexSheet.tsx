import { INDEX_METHODS } from '@basalt/contract/database-objects/indexes/indexes.rules.ts'
import type { Index } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { entityQueries } from '../../../table-editor/entities/entities.queries.ts'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { useChangeForm } from '../../../table-editor/tables/change-form.port.ts'
import { usePlan } from '../../../table-editor/tables/change-plan.port.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { objectQueries, useApplyObjectChange } from '../objects.queries.ts'
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
export function IndexSheet({
  projectRef: ref,
  schema,
  found,
  isCopy,
  refusal,
  onSaved,
  onClose,
}: ObjectFormProps<Index>) {
  const isEdit = found !== undefined && !isCopy
  const state = useChangeForm<IndexForm>({
    place: `${ref}.index.${found ? `${isCopy ? 'copy' : 'edit'}.${found.id}` : `new.${schema}`}`,
    fingerprint: found?.fingerprint ?? null,
    begin: () => (found ? formOf(found.draft, isCopy) : emptyForm(schema, '')),
    draftOf,
    isForm,
  })
  const { form } = state
  const draft = draftOf(form)
  const body: ObjectChange = isEdit
    ? { object: 'index', action: 'edit', id: found.id, fingerprint: state.fingerprint ?? '', draft }
    : { object: 'index', action: 'create', draft }
  const plan = usePlan(body, (asked) => objectQueries.plan(ref, asked))
  const apply = useApplyObjectChange(ref)
  return (
    <ChangeSheet
      what="index"
      title={found ? `${isCopy ? 'Duplicate' : 'Edit'} ${found.draft.name}` : 'New index'}
      description={
        isEdit ? 'PostgreSQL can change only these parts of an index. For others, duplicate it.' : undefined
      }
      saveLabel={isEdit ? 'Save index' : 'Create index'}
      refusal={refusal}
      state={state}
      plan={plan}
      apply={() => apply(body)}
      onSaved={onSaved}
      onClose={onClose}
    >
      {isEdit ? <EditFields state={state} /> : <NewFields projectRef={ref} state={state} />}
    </ChangeSheet>
  )
}

type State = ReturnType<typeof useChangeForm<IndexForm>>

const errorAt = ({ errors }: State, path: string) => {
  const error = errors.get(path)
  return error !== undefined && { error }
}

function EditFields({ state }: { state: State }) {
  return (
    <div className="flex flex-col gap-4">
      <NameField state={state} />
      <CommentField state={state} />
      <ParametersField state={state} />
    </div>
  )
}

function NewFields({ projectRef: ref, state }: { projectRef: string; state: State }) {
  const { form, change } = state
  const schemas = useQuery(entityQueries.schemas(ref))
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
        <Field label="Schema" {...errorAt(state, 'schema')}>
          <Combobox
            options={(schemas.data ?? [{ name: form.schema }])
              .filter(({ name }) => !isProtectedSchema(name) || name === form.schema)
              .map(({ name }) => ({ value: name, label: name }))}
            value={form.schema}
            onValueChange={(next) =>
              next !== null &&
              change((now) => ({ ...now, schema: next, table: next === now.schema ? now.table : '' }))
            }
          />
        </Field>
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
        <NameField state={state} />
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
              : 'Others can write to the table meanwhile. It takes longer, and goes on when you close this page.'
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
          <CommentField state={state} />
        </div>
      </Disclosure>
    </>
  )
}

function NameField({ state }: { state: State }) {
  const { form, change } = state
  return (
    <Field label="Name" required {...errorAt(state, 'name')}>
      <Input
        spellCheck={false}
        autoComplete="off"
        placeholder={proposedName(form)}
        value={form.name}
        onValueChange={(name) => change((now) => ({ ...now, name, isNamed: name !== '' }))}
      />
    </Field>
  )
}

const CommentField = ({ state }: { state: State }) => (
  <Field label="Description" {...errorAt(state, 'comment')}>
    <Input
      value={state.form.comment}
      onValueChange={(comment) => state.change((now) => ({ ...now, comment }))}
    />
  </Field>
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
