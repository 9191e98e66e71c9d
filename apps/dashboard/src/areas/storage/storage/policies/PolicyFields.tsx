import { Check } from 'lucide-react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { cx } from '../../../../lib/class-names.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { FormField } from '../../../../ui/form/FormField.tsx'
import {
  methodsAllowedBy,
  operations,
  type PolicyValues,
  roleChoices,
  withOperation,
} from './policy-form.rules.ts'

export function PolicyFields({
  form: { control },
  roles,
  hasOperations,
}: {
  form: UseFormReturn<PolicyValues>
  /** The policy's current roles. */
  roles: readonly string[]
  /** Whether operations can be chosen, which is only possible for a new policy. */
  hasOperations: boolean
}) {
  const chosen = useWatch({ control, name: 'operations' })
  return (
    <>
      <FormField control={control} name="name" label="Policy name">
        {(field) => <Input autoComplete="off" {...field} />}
      </FormField>
      {hasOperations && (
        <FormField control={control} name="operations" label="Allowed operation">
          {({ value, onValueChange }) => (
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {operations.map((operation) => (
                <Checkbox
                  key={operation}
                  label={operation}
                  checked={value.includes(operation)}
                  onCheckedChange={(isOn) => onValueChange(withOperation(value, operation, isOn))}
                />
              ))}
            </div>
          )}
        </FormField>
      )}
      <FormField
        control={control}
        name="roles"
        label="Target roles"
        description="If none is selected, the policy applies to everyone."
      >
        {({ value, onValueChange }) => (
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {roleChoices(roles).map((role) => (
              <Checkbox
                key={role}
                label={role}
                checked={value.includes(role)}
                onCheckedChange={(isOn) =>
                  onValueChange(isOn ? [...value, role] : value.filter((one) => one !== role))
                }
              />
            ))}
          </div>
        )}
      </FormField>
      <FormField
        control={control}
        name="definition"
        label="Policy definition"
        description="An SQL condition that a row of storage.objects must meet."
      >
        {(field) => <TextArea mono rows={5} spellCheck={false} {...field} />}
      </FormField>
      {hasOperations && (
        <div>
          <p className="pb-1 text-ink-muted text-xs">What clients can call</p>
          <ul aria-label="What clients can call" className="flex flex-wrap gap-1.5">
            {methodsAllowedBy(chosen).map(({ method, isAllowed }) => (
              <li
                key={method}
                className={cx(
                  'flex items-center gap-1 rounded-sm border px-1.5 py-0.5 font-mono text-xs',
                  isAllowed
                    ? 'border-brand-line bg-brand-subtle text-brand-ink'
                    : 'border-line text-ink-muted',
                )}
              >
                {isAllowed && <Check className="size-3" aria-hidden />}
                {method}
                <span className="sr-only">{isAllowed ? ' (allowed)' : ' (not allowed)'}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
