import type { EnumeratedType } from '@basalt/contract/database-objects/enumerated-types/enumerated-types.schema.ts'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { DescriptionField } from '../DescriptionField.tsx'
import { NameField } from '../NameField.tsx'
import { useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { SchemaField } from '../SchemaField.tsx'
import { draftOf, type EnumeratedTypeForm, emptyForm, formOf } from './enumerated-type-form.rules.ts'
import { ValueList } from './ValueList.tsx'

const isForm = (value: object) => Array.isArray((value as Partial<EnumeratedTypeForm>).values)

/** Creates, changes or copies an enumerated type. */
export function EnumeratedTypeSheet(props: ObjectFormProps<EnumeratedType>) {
  const { state, form, set, isEdit, sheet } = useObjectForm(
    {
      object: 'enumerated_type',
      one: 'type',
      newTitle: 'New enumerated type',
      emptyForm,
      formOf,
      draftOf,
      isForm,
    },
    props,
  )
  const { errors } = state
  return (
    <ChangeSheet
      {...sheet}
      {...(isEdit && {
        description: 'Values can be renamed and added. PostgreSQL cannot remove or reorder them.',
      })}
    >
      <div className="flex flex-col gap-4">
        <NameField value={form.name} error={errors.get('name')} onChange={(name) => set({ name })} />
        <SchemaField
          projectRef={props.projectRef}
          value={form.schema}
          error={errors.get('schema')}
          onChange={(schema) => set({ schema })}
        />
        <DescriptionField
          value={form.comment}
          error={errors.get('comment')}
          onChange={(comment) => set({ comment })}
        />
      </div>
      <ValueList state={state} />
    </ChangeSheet>
  )
}
