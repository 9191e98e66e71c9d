import type {
  DatabaseTrigger,
  TriggerDraft,
} from '@basalt/contract/database-objects/triggers/triggers.schema.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { entityQueries } from '../../../table-editor/entities/entities.queries.ts'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { DescriptionField } from '../DescriptionField.tsx'
import { EnabledField } from '../EnabledField.tsx'
import { REPLICATED_CHANGES } from '../enabled-words.rules.ts'
import { FieldProblem } from '../FieldProblem.tsx'
import { FunctionField } from '../FunctionField.tsx'
import { indexQueries } from '../indexes/indexes.queries.ts'
import { NameField } from '../NameField.tsx'
import { NamePicker } from '../NamePicker.tsx'
import { useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import {
  canBeConstraint,
  draftOf,
  EVENTS,
  emptyForm,
  formOf,
  type TriggerForm,
  withEvent,
} from './trigger-form.rules.ts'

const isForm = (value: object) => typeof (value as Partial<TriggerForm>).draft?.table === 'string'

const SEARCH_DELAY_MS = 250

/** Creates, changes or copies a trigger. */
export function TriggerSheet(props: ObjectFormProps<DatabaseTrigger>) {
  const { projectRef: ref } = props
  const { state, form, change, isEdit, errorAt, sheet } = useObjectForm(
    { object: 'trigger', one: 'trigger', newTitle: 'New trigger', emptyForm, formOf, draftOf, isForm },
    props,
  )
  const { errors } = state
  const set = (update: Partial<TriggerDraft>) =>
    change((now) => ({ ...now, draft: { ...now.draft, ...update } }))
  const { timing, events, level, constraint } = form.draft
  return (
    <ChangeSheet {...sheet}>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <NameField value={form.draft.name} error={errors.get('name')} onChange={(name) => set({ name })} />
        {isEdit ? (
          <Field label="Table" description="A trigger stays on its table." {...errorAt('table')}>
            <Input readOnly value={`${form.draft.schema}.${form.draft.table}`} />
          </Field>
        ) : (
          <TableField
            projectRef={ref}
            draft={form.draft}
            error={errors.get('table')}
            onPick={(table) => set({ table, columns: table === form.draft.table ? form.draft.columns : [] })}
          />
        )}
        <DescriptionField
          className="sm:col-span-2"
          value={form.draft.comment ?? ''}
          error={errors.get('comment')}
          onChange={(comment) => set({ comment })}
        />
        <Field label="Fires" {...errorAt('timing')}>
          <Select
            options={[
              { value: 'before', label: 'Before the event', description: 'Can change or skip the row' },
              { value: 'after', label: 'After the event', description: 'Sees the final row' },
              { value: 'instead_of', label: 'Instead of the event', description: 'Only on views' },
            ]}
            value={timing}
            onValueChange={(next) => set({ timing: next })}
          />
        </Field>
        <Field label="Once for" {...errorAt('level')}>
          <RadioGroup
            layout="inline"
            aria-label="Once for"
            options={[
              { value: 'row', label: 'Each row' },
              { value: 'statement', label: 'Each statement' },
            ]}
            value={level}
            onValueChange={(next) => set({ level: next })}
          />
        </Field>
        {canBeConstraint(form.draft) && (
          <ConstraintFields
            constraint={constraint}
            error={errors.get('constraint')}
            onChange={(next) => set({ constraint: next })}
          />
        )}
      </div>
      <section aria-label="Events" className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">Events</h3>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {EVENTS.map((event) => (
            <Checkbox
              key={event}
              label={event[0]!.toUpperCase() + event.slice(1)}
              checked={events.includes(event)}
              onCheckedChange={(isChosen) => set({ events: withEvent(events, event, isChosen) })}
            />
          ))}
        </div>
        <FieldProblem message={errors.get('events')} />
      </section>
      {events.includes('update') && timing !== 'instead_of' && (
        <UpdatedColumns
          projectRef={ref}
          draft={form.draft}
          error={errors.get('columns')}
          onChange={(columns) => set({ columns })}
        />
      )}
      <FunctionField
        projectRef={ref}
        returns="trigger"
        value={form.draft.function}
        error={errors.get('function')}
        onChange={(called) => set({ function: called })}
      />
      <Disclosure
        summary="Condition, arguments and when it is enabled"
        isWrong={['when', 'arguments', 'enabled', 'old_table', 'new_table'].some((path) => errors.has(path))}
      >
        <div className="flex flex-col gap-4">
          {timing !== 'instead_of' && (
            <Field
              label="Condition"
              description="It fires only for rows of which this is true, such as old.total is distinct from new.total."
              {...errorAt('when')}
            >
              <TextArea
                mono
                rows={2}
                spellCheck={false}
                value={form.when}
                onValueChange={(when) => change((now) => ({ ...now, when }))}
              />
            </Field>
          )}
          <Field
            label="Arguments"
            description="Texts that the function gets, one on each line."
            {...errorAt('arguments')}
          >
            <TextArea
              mono
              rows={2}
              spellCheck={false}
              value={form.arguments}
              onValueChange={(lines) =>
                change((now) => ({
                  ...now,
                  arguments: lines,
                  draft: lines === '' ? { ...now.draft, arguments: [] } : now.draft,
                }))
              }
            />
          </Field>
          <EnabledField
            value={form.draft.enabled}
            replicas={REPLICATED_CHANGES}
            error={errors.get('enabled')}
            onChange={(enabled) => set({ enabled })}
          />
          {timing === 'after' && constraint === null && (
            <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
              <Field label="Old rows as a table named" {...errorAt('old_table')}>
                <Input
                  spellCheck={false}
                  value={form.oldTable}
                  onValueChange={(oldTable) => change((now) => ({ ...now, oldTable }))}
                />
              </Field>
              <Field label="New rows as a table named" {...errorAt('new_table')}>
                <Input
                  spellCheck={false}
                  value={form.newTable}
                  onValueChange={(newTable) => change((now) => ({ ...now, newTable }))}
                />
              </Field>
            </div>
          )}
        </div>
      </Disclosure>
      {isEdit && constraint && (
        <Callout tone="info" title="A constraint trigger">
          PostgreSQL cannot replace it: saving drops it and creates it again in one transaction.
        </Callout>
      )}
    </ChangeSheet>
  )
}

const WHEN = [
  { value: 'never', label: 'At once', description: 'No transaction can defer it.' },
  { value: 'immediate', label: 'At once, unless deferred', description: 'By SET CONSTRAINTS.' },
  { value: 'deferred', label: 'At the end of the transaction', description: 'Unless made immediate.' },
] as const

/** Whether a trigger is a constraint trigger, and when it fires. */
function ConstraintFields({
  constraint,
  error,
  onChange,
}: {
  constraint: TriggerDraft['constraint']
  error: string | undefined
  onChange: (constraint: TriggerDraft['constraint']) => void
}) {
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <Checkbox
        label="Constraint trigger"
        description="It checks each row, and can wait until the end of the transaction."
        checked={constraint !== null}
        onCheckedChange={(isOn) =>
          onChange(isOn ? { deferrable: true, initially_deferred: true, from: null } : null)
        }
      />
      {constraint && (
        <RadioGroup
          aria-label="When it fires"
          options={WHEN}
          value={!constraint.deferrable ? 'never' : constraint.initially_deferred ? 'deferred' : 'immediate'}
          onValueChange={(when) =>
            onChange({
              ...constraint,
              deferrable: when !== 'never',
              initially_deferred: when === 'deferred',
            })
          }
        />
      )}
      <FieldProblem message={error} />
    </div>
  )
}

/** The columns of the table of which an update fires the trigger. */
function UpdatedColumns({
  projectRef,
  draft: { schema, table, columns },
  error,
  onChange,
}: {
  projectRef: string
  draft: TriggerDraft
  error: string | undefined
  onChange: (columns: string[]) => void
}) {
  const { data } = useQuery({
    ...indexQueries.choices(projectRef, schema, table),
    enabled: table !== '',
  })
  return (
    <NamePicker
      label="Only when these columns are updated"
      description="Every column if none is chosen."
      placeholder={table === '' ? 'Choose a table first' : 'Add a column'}
      options={(data?.columns ?? []).map(({ name, type }) => ({
        value: name,
        label: name,
        description: type,
      }))}
      chosen={columns}
      error={error}
      onChange={onChange}
    />
  )
}

/** The table or view of a new trigger, found by its name. */
function TableField({
  projectRef,
  draft: { schema, table },
  error,
  onPick,
}: {
  projectRef: string
  draft: TriggerDraft
  error: string | undefined
  onPick: (table: string) => void
}) {
  const [search, setSearch] = useState('')
  const { text, set } = useDebouncedText(search, setSearch, SEARCH_DELAY_MS)
  const { data } = useInfiniteQuery(
    entityQueries.pages(projectRef, { schema, search, sort: 'alphabetical', kinds: ['r', 'p', 'f', 'v'] }),
  )
  const names = data?.pages.flatMap(({ entities }) => entities.map(({ name }) => name)) ?? []
  return (
    <Field label="Table" required {...(error !== undefined && { error })}>
      <Combobox
        options={[...new Set([...(table === '' ? [] : [table]), ...names])].map((name) => ({
          value: name,
          label: name,
        }))}
        value={table === '' ? null : table}
        onValueChange={(next) => onPick(next ?? '')}
      />
      {(data?.pages[0]?.next_cursor != null || search !== '') && (
        <Input
          size="sm"
          aria-label="Find tables"
          placeholder="Find tables..."
          value={text}
          onValueChange={set}
        />
      )}
    </Field>
  )
}
