import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { entityQueries } from '../../table-editor/entities/entities.queries.ts'

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
  const schemas = useQuery(entityQueries.schemas(projectRef))
  return (
    <Field label="Schema" {...(error !== undefined && { error })}>
      <Combobox
        options={(schemas.data ?? [{ name: value }])
          .filter(({ name }) => !isProtectedSchema(name) || name === value)
          .map(({ name }) => ({ value: name, label: name }))}
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
      />
    </Field>
  )
}
