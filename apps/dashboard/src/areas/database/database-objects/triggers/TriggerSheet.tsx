import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
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
import { useChangeForm } from '../../../table-editor/tables/change-form.port.ts'
import { usePlan } from '../../../table-editor/tables/change-plan.port.ts'
import { functionQueries } from '../functions/functions.queries.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { objectQueries, useApplyObjectChange } from '../objects.queries.ts'
import { draftOf, EVENTS, emptyForm, formOf, type TriggerForm, withEvent } from './trigger-form.rules.ts'

const isForm = (value: object) => typeof (value as Partial<TriggerForm>).draft?.table === 'string'

/** Functions that the open list shows at most; the others are found by typing. */
const FUNCTIONS_SHOWN = 100
const SEARCH_DELAY_MS = 250

/** Creates, changes or copies a trigger. */
export function TriggerSheet({
  projectRef: ref,
  schema,
  found,
  isCopy,
  refusal,
  onSaved,
  onClose,
}: ObjectFormProps<DatabaseTrigger>) {
  const isEdit = found !== undefined && !isCopy
  const state = useChangeForm<TriggerForm>({
    place: `${ref}.trigger.${found ? `${isCopy ? 'copy' : 'edit'}.${found.id}` : `new.${schema}`}`,
    fingerprint: found?.fingerprint ?? null,
    begin: () => (found ? formOf(found.draft, isCopy) : emptyForm(schema)),
    draftOf,
    isForm,
  })
  const { form, change, errors } = state
  const { data: functions = [] } = useQuery(functionQueries.forTriggers(ref, 'trigger'))
  const draft = draftOf(form)
  const body: ObjectChange = isEdit
    ? { object: 'trigger', action: 'edit', id: found.id, fingerprint: state.fingerprint ?? '', draft }
    : { object: 'trigger', action: 'create', draft }
  const plan = usePlan(body, (asked) => objectQueries.plan(ref, asked))
  const apply = useApplyObjectChange(ref)
  const error = (path: string) => {
    const message = errors.get(path)
    return message !== undefined && { error: message }
  }
  const set = (update: Partial<TriggerDraft>) =>
    change((now) => ({ ...now, draft: { ...now.draft, ...update } }))
  const { timing, events, constraint } = form.draft
  const known = functions.map((each) => ({ ...each, key: JSON.stringify([each.schema, each.name]) }))
  const chosen = JSON.stringify([form.draft.function.schema, form.draft.function.name])
  const called = form.draft.function.name === '' ? [] : [{ ...form.draft.function, key: chosen }]
  return (
    <ChangeSheet
      what="trigger"
      title={found ? `${isCopy ? 'Duplicate' : 'Edit'} ${found.draft.name}` : 'New trigger'}
      saveLabel={isEdit ? 'Save trigger' : 'Create trigger'}
      refusal={refusal}
      state={state}
      plan={plan}
      apply={() => apply(body)}
      onSaved={onSaved}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label="Name" required {...error('name')}>
          <Input
            spellCheck={false}
            autoComplete="off"
            value={form.draft.name}
            onValueChange={(name) => set({ name })}
          />
        </Field>
        {isEdit ? (
          <Field label="Table" description="A trigger stays on its table." {...error('table')}>
            <Input readOnly value={`${form.draft.schema}.${form.draft.table}`} />
          </Field>
        ) : (
          <TableField
            projectRef={ref}
            draft={form.draft}
            error={errors.get('table')}
            onPick={(table) => set({ table })}
          />
        )}
        <Field label="Description" className="sm:col-span-2">
          <Input value={form.draft.comment ?? ''} onValueChange={(comment) => set({ comment })} />
        </Field>
        <Field label="Fires" {...error('timing')}>
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
        <Field label="Once for" {...error('level')}>
          <RadioGroup
            layout="inline"
            aria-label="Once for"
            options={[
              { value: 'row', label: 'Each row' },
              { value: 'statement', label: 'Each statement' },
            ]}
            value={form.draft.level}
            onValueChange={(level) => set({ level })}
          />
        </Field>
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
        {errors.get('events') !== undefined && (
          <p role="alert" className="text-critical-ink text-xs">
            {errors.get('events')}
          </p>
        )}
      </section>
      {events.includes('update') && timing !== 'instead_of' && (
        <Field
          label="Only when these columns are updated"
          description="Names with commas between them. Every column if empty."
          {...error('columns')}
        >
          <ColumnsInput columns={form.draft.columns} onChange={(columns) => set({ columns })} />
        </Field>
      )}
      <Field
        label="Function"
        required
        description="It takes no arguments and returns trigger."
        {...error('function')}
      >
        <Combobox
          options={[...called.filter(({ key }) => !known.some((each) => each.key === key)), ...known].map(
            (each) => ({ value: each.key, label: `${each.schema}.${each.name}` }),
          )}
          shownMax={FUNCTIONS_SHOWN}
          value={form.draft.function.name === '' ? null : chosen}
          onValueChange={(next) => {
            if (next === null) return
            const [functionSchema = '', name = ''] = JSON.parse(next) as string[]
            set({ function: { schema: functionSchema, name } })
          }}
        />
      </Field>
      <Disclosure
        summary="Condition, arguments and when it is enabled"
        isWrong={['when', 'arguments', 'enabled', 'old_table', 'new_table', 'constraint'].some((path) =>
          errors.has(path),
        )}
      >
        <div className="flex flex-col gap-4">
          {timing !== 'instead_of' && (
            <Field
              label="Condition"
              description="It fires only for rows of which this is true, such as old.total is distinct from new.total."
              {...error('when')}
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
            {...error('arguments')}
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
          <Field label="Enabled" {...error('enabled')}>
            <Select
              options={[
                {
                  value: 'origin',
                  label: 'Enabled',
                  description: 'Except for changes that replication applies',
                },
                {
                  value: 'always',
                  label: 'Always',
                  description: 'Also for changes that replication applies',
                },
                {
                  value: 'replica',
                  label: 'Replica',
                  description: 'Only for changes that replication applies',
                },
                { value: 'disabled', label: 'Disabled' },
              ]}
              value={form.draft.enabled}
              onValueChange={(enabled) => set({ enabled })}
            />
          </Field>
          {timing === 'after' && (
            <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
              <Field label="Old rows as a table named" {...error('old_table')}>
                <Input
                  spellCheck={false}
                  value={form.oldTable}
                  onValueChange={(oldTable) => change((now) => ({ ...now, oldTable }))}
                />
              </Field>
              <Field label="New rows as a table named" {...error('new_table')}>
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
      {constraint && (
        <Callout tone="info" title="A constraint trigger">
          {constraint.deferrable
            ? `It can wait until the end of the transaction${constraint.initially_deferred ? ', and does unless told otherwise' : ''}. `
            : ''}
          PostgreSQL cannot replace it: saving drops it and creates it again in one transaction.
        </Callout>
      )}
    </ChangeSheet>
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

/** Names of columns as text, which may be incomplete while it is typed. */
function ColumnsInput({
  columns,
  onChange,
}: {
  columns: readonly string[]
  onChange: (columns: string[]) => void
}) {
  const [text, setText] = useState(() => columns.join(', '))
  return (
    <Input
      spellCheck={false}
      autoComplete="off"
      value={text}
      onValueChange={(next) => {
        setText(next)
        onChange(
          next
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== ''),
        )
      }}
    />
  )
}
