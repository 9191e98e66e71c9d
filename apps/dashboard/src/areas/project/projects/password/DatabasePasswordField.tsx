import { generatePassword } from '@basalt/contract/projects/password.rules.ts'
import { type Control, type Path, useController } from 'react-hook-form'
import { Button } from '../../../../ui/controls/Button.tsx'
import { PasswordInput } from '../../../../ui/controls/PasswordInput.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { CopyButton } from '../../../../ui/text/CopyButton.tsx'
import { PasswordStrength } from '../create/PasswordStrength.tsx'

/** Of a form whose password is called like this; other values of the form do not matter here. */
export function DatabasePasswordField<Values extends { db_pass?: string | undefined }>({
  control,
}: {
  control: Control<Values>
}) {
  const { field, fieldState } = useController({ control, name: 'db_pass' as Path<Values> })
  const password = field.value ?? ''
  return (
    <Field
      label="Database password"
      required
      error={fieldState.error?.message}
      labelAside="Of the role postgres"
      description="Save it now, in a password manager: it cannot be shown again later."
    >
      <div className="flex gap-2">
        <PasswordInput
          ref={field.ref}
          name={field.name}
          value={password}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          autoComplete="new-password"
          className="font-mono"
          action={password !== '' && <CopyButton text={password} label="Copy password" />}
        />
        <Button onClick={() => field.onChange(generatePassword())}>Generate</Button>
      </div>
      <PasswordStrength password={password} quiet={fieldState.error !== undefined} />
    </Field>
  )
}
