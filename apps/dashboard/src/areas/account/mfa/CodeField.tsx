import { TOTP_DIGITS } from '@basalt/contract/mfa/mfa.rules.ts'
import type { Control } from 'react-hook-form'
import { Input } from '../../../ui/controls/Input.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'

interface Values {
  code: string
}

/** The field for the authenticator app's code; with `orRecovery` also for a recovery code. */
export function CodeField({
  control,
  orRecovery = false,
}: {
  control: Control<Values>
  orRecovery?: boolean
}) {
  return (
    <FormField
      control={control}
      name="code"
      label="Code"
      description={
        orRecovery
          ? `The ${TOTP_DIGITS} digits in your app, or a recovery code.`
          : `The ${TOTP_DIGITS} digits in your app.`
      }
    >
      {(field) => (
        <Input
          autoComplete="one-time-code"
          inputMode={orRecovery ? 'text' : 'numeric'}
          spellCheck={false}
          className="font-mono"
          {...field}
        />
      )}
    </FormField>
  )
}
