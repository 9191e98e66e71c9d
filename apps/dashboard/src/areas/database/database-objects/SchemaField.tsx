import { Field } from '../../../ui/form/Field.tsx'
import { SchemaCombobox } from '../../table-editor/entities/SchemaCombobox.port.tsx'

/** The schema of an object in its form: one in which objects can be created. */
export function SchemaField({
  projectRef,
  value,
  error,
  onChange,
}: {
  projectRef: string
  value: string
  error: string | undefined
  onChange: (schema: string) => void
}) {
  return (
    <Field label="Schema" {...(error !== undefined && { error })}>
      <SchemaCombobox
        projectRef={projectRef}
        isForChanges
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
      />
    </Field>
  )
}
