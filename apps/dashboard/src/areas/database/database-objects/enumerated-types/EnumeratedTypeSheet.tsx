import type { EnumeratedType } from '@basalt/contract/database-objects/enumerated-types/enumerated-types.schema.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { entityQueries } from '../../../table-editor/entities/entities.queries.ts'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { useChangeForm } from '../../../table-editor/tables/change-form.port.ts'
import { usePlan } from '../../../table-editor/tables/change-plan.port.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { objectQueries, useApplyObjectChange } from '../objects.queries.ts'
import { draftOf, type EnumeratedTypeForm, emptyForm, formOf } from './enumerated-type-form.rules.ts'
import { ValueList } from './ValueList.tsx'

const isForm = (value: object) => Array.isArray((value as Partial<EnumeratedTypeForm>).values)

/** Creates, changes or copies an enumerated type. */
export function EnumeratedTypeSheet({
  projectRef: ref,
  schema,
  found,
  isCopy,
  refusal,
  onSaved,
  onClose,
}: ObjectFormProps<EnumeratedType>) {
  const isEdit = found !== undefined && !isCopy
  const state = useChangeForm<EnumeratedTypeForm>({
    place: `${ref}.enumerated-type.${found ? `${isCopy ? 'copy' : 'edit'}.${found.id}` : `new.${schema}`}`,
    fingerprint: found?.fingerprint ?? null,
    begin: () => (found ? formOf(found.draft, isCopy) : emptyForm(schema)),
    draftOf,
    isForm,
  })
  const { form, change, errors } = state
  const schemas = useQuery(entityQueries.schemas(ref))
  const draft = draftOf(form)
  const body: ObjectChange = isEdit
    ? {
        object: 'enumerated_type',
        action: 'edit',
        id: found.id,
        fingerprint: state.fingerprint ?? '',
        draft,
      }
    : { object: 'enumerated_type', action: 'create', draft }
  const plan = usePlan(body, (asked) => objectQueries.plan(ref, asked))
  const apply = useApplyObjectChange(ref)
  const errorAt = (path: string) => {
    const error = errors.get(path)
    return error !== undefined && { error }
  }
  return (
    <ChangeSheet
      what="type"
      title={found ? `${isCopy ? 'Duplicate' : 'Edit'} ${found.draft.name}` : 'New enumerated type'}
      description={
        isEdit ? 'Values can be renamed and added. PostgreSQL cannot remove or reorder them.' : undefined
      }
      saveLabel={isEdit ? 'Save type' : 'Create type'}
      refusal={refusal}
      state={state}
      plan={plan}
      apply={() => apply(body)}
      onSaved={onSaved}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" required {...errorAt('name')}>
          <Input
            spellCheck={false}
            autoComplete="off"
            value={form.name}
            onValueChange={(name) => change((now) => ({ ...now, name }))}
          />
        </Field>
        <Field label="Schema" {...errorAt('schema')}>
          <Combobox
            options={(schemas.data ?? [{ name: form.schema }])
              .filter(({ name }) => !isProtectedSchema(name) || name === form.schema)
              .map(({ name }) => ({ value: name, label: name }))}
            value={form.schema}
            onValueChange={(next) => next !== null && change((now) => ({ ...now, schema: next }))}
          />
        </Field>
        <Field label="Description" {...errorAt('comment')}>
          <Input value={form.comment} onValueChange={(comment) => change((now) => ({ ...now, comment }))} />
        </Field>
      </div>
      <ValueList state={state} />
    </ChangeSheet>
  )
}
