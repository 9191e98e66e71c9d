import { Input } from '../../../ui/controls/Input.tsx'
import { Field } from '../../../ui/form/Field.tsx'

/** The comment of an object in its form. */
export const DescriptionField = ({
  value,
  error,
  className,
  onChange,
}: {
  value: string
  error: string | undefined
  className?: string
  onChange: (comment: string) => void
}) => (
  <Field
    label="Description"
    {...(className !== undefined && { className })}
    {...(error !== undefined && { error })}
  >
    <Input value={value} onValueChange={onChange} />
  </Field>
)
