import type { CompositeType } from '@basalt/contract/database-objects/composite-types/composite-types.schema.ts'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { TypeFields } from '../TypeFields.tsx'
import { AttributeList } from './AttributeList.tsx'
import { type CompositeTypeForm, draftOf, emptyForm, formOf } from './composite-type-form.rules.ts'

const isForm = (value: object) => Array.isArray((value as Partial<CompositeTypeForm>).attributes)

/** Creates, changes or copies a composite type. */
export function CompositeTypeSheet(props: ObjectFormProps<CompositeType>) {
  const { state, form, set, isEdit, sheet } = useObjectForm(
    {
      object: 'composite_type',
      one: 'type',
      newTitle: 'New composite type',
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
      {...(isEdit && { description: 'PostgreSQL adds attributes at the end, and cannot reorder them.' })}
    >
      <TypeFields projectRef={props.projectRef} form={form} errors={errors} onChange={set} />
      <AttributeList projectRef={props.projectRef} state={state} />
    </ChangeSheet>
  )
}
