import type { EnumeratedType } from '@basalt/contract/database-objects/enumerated-types/enumerated-types.schema.ts'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { TypeFields } from '../TypeFields.tsx'
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
      <TypeFields projectRef={props.projectRef} form={form} errors={errors} onChange={set} />
      <ValueList state={state} />
    </ChangeSheet>
  )
}
