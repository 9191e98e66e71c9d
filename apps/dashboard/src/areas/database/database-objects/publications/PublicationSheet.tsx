import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import type { Publication } from '@basalt/contract/database-objects/publications/publications.schema.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { useChangeForm } from '../../../table-editor/tables/change-form.port.ts'
import { usePlan } from '../../../table-editor/tables/change-plan.port.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { objectQueries, useApplyObjectChange } from '../objects.queries.ts'
import { PublishedTables } from './PublishedTables.tsx'
import { draftOf, emptyForm, formOf, type PublicationForm } from './publication-form.rules.ts'

const isForm = (value: object) => Array.isArray((value as Partial<PublicationForm>).tables)

const OPERATIONS = [
  { operation: 'insert', label: 'Inserts' },
  { operation: 'update', label: 'Updates' },
  { operation: 'delete', label: 'Deletes' },
  { operation: 'truncate', label: 'Truncates' },
] as const

/** Creates, changes or copies a publication. */
export function PublicationSheet({
  projectRef: ref,
  found,
  isCopy,
  refusal,
  onSaved,
  onClose,
}: ObjectFormProps<Publication>) {
  const isEdit = found !== undefined && !isCopy
  const state = useChangeForm<PublicationForm>({
    place: `${ref}.publication.${found ? `${isCopy ? 'copy' : 'edit'}.${found.id}` : 'new'}`,
    fingerprint: found?.fingerprint ?? null,
    begin: () => (found ? formOf(found.draft, isCopy) : emptyForm),
    draftOf,
    isForm,
  })
  const { form, change, errors } = state
  const draft = draftOf(form)
  const body: ObjectChange = isEdit
    ? { object: 'publication', action: 'edit', id: found.id, fingerprint: state.fingerprint ?? '', draft }
    : { object: 'publication', action: 'create', draft }
  const plan = usePlan(body, (asked) => objectQueries.plan(ref, asked))
  const apply = useApplyObjectChange(ref)
  const errorAt = (path: string) => {
    const error = errors.get(path)
    return error !== undefined && { error }
  }
  const problem = ['is_for_all_tables', 'schemas', 'publishes'].map((path) => errors.get(path)).find(Boolean)
  return (
    <ChangeSheet
      what="publication"
      title={found ? `${isCopy ? 'Duplicate' : 'Edit'} ${found.draft.name}` : 'New publication'}
      saveLabel={isEdit ? 'Save publication' : 'Create publication'}
      refusal={refusal}
      state={state}
      plan={plan}
      apply={() => apply(body)}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Field label="Name" required {...errorAt('name')}>
        <Input
          spellCheck={false}
          autoComplete="off"
          value={form.name}
          onValueChange={(name) => change((now) => ({ ...now, name }))}
        />
      </Field>
      {!isEdit && (
        <Checkbox
          label="All tables"
          description="Also those that are created later. The platform creates it, with its superuser; it cannot be edited."
          checked={form.is_for_all_tables}
          onCheckedChange={(is_for_all_tables) => change((now) => ({ ...now, is_for_all_tables }))}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className="text-critical-ink text-xs">
          {problem}
        </p>
      )}
      {!form.is_for_all_tables && (
        <>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 font-medium text-sm">Published changes</legend>
            {OPERATIONS.map(({ operation, label }) => (
              <Checkbox
                key={operation}
                label={label}
                checked={form.publishes[operation]}
                onCheckedChange={(isOn) =>
                  change((now) => ({ ...now, publishes: { ...now.publishes, [operation]: isOn } }))
                }
              />
            ))}
          </fieldset>
          <PublishedTables projectRef={ref} state={state} />
          {form.schemas.length > 0 && (
            <p className="text-ink-muted text-sm">
              Schemas as a whole, which only a superuser can change: {form.schemas.join(', ')}
            </p>
          )}
          <div className="flex flex-col gap-3">
            <Checkbox
              label="Partitions as their table"
              description="Changes of partitions are published under the name of the partitioned table."
              checked={form.via_root}
              onCheckedChange={(via_root) => change((now) => ({ ...now, via_root }))}
            />
            <Checkbox
              label="Stored generated columns"
              checked={form.generated_columns}
              onCheckedChange={(generated_columns) => change((now) => ({ ...now, generated_columns }))}
            />
            <Field label="Description" {...errorAt('comment')}>
              <Input
                value={form.comment}
                onValueChange={(comment) => change((now) => ({ ...now, comment }))}
              />
            </Field>
          </div>
        </>
      )}
    </ChangeSheet>
  )
}
