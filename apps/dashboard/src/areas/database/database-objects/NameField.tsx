import { Input } from '../../../ui/controls/Input.tsx'
import { Field } from '../../../ui/form/Field.tsx'

/** The name of an object in its form. */
export const NameField = ({
  value,
  error,
  placeholder,
  onChange,
}: {
  value: string
  error: string | undefined
  placeholder?: string
  onChange: (name: string) => void
}) => (
  <Field label="Name" required {...(error !== undefined && { error })}>
    <Input
      spellCheck={false}
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      onValueChange={onChange}
    />
  </Field>
)
