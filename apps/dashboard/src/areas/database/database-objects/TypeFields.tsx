import { DescriptionField } from './DescriptionField.tsx'
import { NameField } from './NameField.tsx'
import { SchemaField } from './SchemaField.tsx'

interface Values {
  name: string
  schema: string
  comment: string
}

/** The fields that the forms of all types begin with. */
export const TypeFields = ({
  projectRef,
  form: { name, schema, comment },
  errors,
  onChange,
}: {
  projectRef: string
  form: Values
  /** By field. */
  errors: ReadonlyMap<string, string>
  onChange: (change: Partial<Values>) => void
}) => (
  <div className="flex flex-col gap-4">
    <NameField value={name} error={errors.get('name')} onChange={(next) => onChange({ name: next })} />
    <SchemaField
      projectRef={projectRef}
      value={schema}
      error={errors.get('schema')}
      onChange={(next) => onChange({ schema: next })}
    />
    <DescriptionField
      value={comment}
      error={errors.get('comment')}
      onChange={(next) => onChange({ comment: next })}
    />
  </div>
)
