import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'

/** A secret that the server keeps and never sends: an empty field leaves it as it is. */
export function StoredSecretField<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, string | undefined>,
  Transformed,
>({
  control,
  name,
  label,
  what,
  isStored,
  isReadOnly,
}: {
  control: Control<Values, unknown, Transformed>
  name: Name
  label: string
  /** What it is called in a sentence, such as `key`. */
  what: string
  isStored: boolean | undefined
  isReadOnly: boolean
}) {
  return (
    <FormField
      control={control}
      name={name}
      label={label}
      description={isStored ? `Leave empty to keep the stored ${what}.` : undefined}
    >
      {(field) => (
        <PasswordInput
          autoComplete="new-password"
          readOnly={isReadOnly}
          {...field}
          value={field.value ?? ''}
          // Its name admits only fields of text, which TypeScript does not conclude.
          onValueChange={field.onValueChange as (value: string) => void}
        />
      )}
    </FormField>
  )
}
