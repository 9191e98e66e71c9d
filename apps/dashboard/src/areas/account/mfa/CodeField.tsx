import { TOTP_DIGITS } from '@basalt/contract/mfa/mfa.rules.ts'
import type { Control } from 'react-hook-form'
import { Input } from '../../../ui/controls/Input.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'

interface Values {
  code: string
}

/** Where the digits of the authenticator app are typed; with `orRecovery` a recovery code does as well. */
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
          ? `The ${TOTP_DIGITS} digits that your app shows, or a recovery code.`
          : `The ${TOTP_DIGITS} digits that your app shows.`
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
