import {
  generatePassword,
  type PasswordScore,
  passwordScore,
  passwordScoreMessages,
} from '@basalt/contract/projects/password.rules.ts'
import { type Control, type Path, useController } from 'react-hook-form'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { PasswordInput } from '../../../../ui/controls/PasswordInput.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { CopyButton } from '../../../../ui/text/CopyButton.tsx'

/** The password field of any form with a `db_pass` value. */
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
      labelAside="For the role postgres"
      description="Save it in a password manager now: it cannot be displayed again."
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

const fills: Record<PasswordScore, string> = {
  0: 'bg-critical',
  1: 'bg-critical',
  2: 'bg-critical',
  3: 'bg-warning',
  4: 'bg-success',
}
const STEPS = [1, 2, 3, 4] as const

/** The strength of a password. `quiet` omits the text when an error already states it. */
function PasswordStrength({ password, quiet }: { password: string; quiet: boolean }) {
  if (password === '') return null
  const score = passwordScore(password)
  return (
    <div className="flex flex-col gap-1">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {STEPS.map((step) => (
          <span
            key={step}
            className={cx(
              'h-1 rounded-full transition-colors',
              step <= score ? fills[score] : 'bg-surface-4',
            )}
          />
        ))}
      </div>
      <p role="status" className="text-ink-muted text-xs">
        {!quiet && passwordScoreMessages[score]}
      </p>
    </div>
  )
}
