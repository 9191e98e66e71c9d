import { ACCOUNT_PASSWORD_MIN } from '@basalt/contract/access/access.rules.ts'
import { type InvitationLink, SignUp } from '@basalt/contract/access/access.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { signUp } from './access.queries.ts'

const Account = SignUp.omit({ setup_token: true, invitation: true })
const describeError = formFailure<{ email: string; password: string }>(['email', 'password'])

/**
 * Creates an account and signs in; with a set-up token, the first owner's. With an invitation the address is read-only.
 * `onRefused` gets the server's error.
 */
export function NewAccountForm({
  submitLabel,
  setupToken,
  invited,
  onSignedIn,
  onRefused,
}: {
  submitLabel: string
  setupToken?: string
  invited?: { email: string; by: InvitationLink }
  onSignedIn: () => void
  onRefused?: (error: unknown) => void
}) {
  const { mutateAsync } = useMutation(signUp)
  const form = useForm({
    resolver: zodResolver(Account),
    defaultValues: { email: invited?.email ?? '', password: '' },
  })
  const isBound = invited !== undefined
  useEffect(() => form.setFocus(isBound ? 'password' : 'email'), [form, isBound])

  return (
    <Form
      form={form}
      aria-label={submitLabel}
      describeError={describeError}
      onSubmit={async (account) => {
        await mutateAsync({
          ...account,
          ...(setupToken && { setup_token: setupToken }),
          ...(invited && { invitation: invited.by }),
        }).catch((error) => {
          onRefused?.(error)
          throw error
        })
        onSignedIn()
      }}
    >
      <FormField control={form.control} name="email" label="Email">
        {(field) => <Input type="email" autoComplete="username" size="lg" readOnly={isBound} {...field} />}
      </FormField>
      <FormField
        control={form.control}
        name="password"
        label="Password"
        description={`At least ${ACCOUNT_PASSWORD_MIN} characters`}
      >
        {(field) => <PasswordInput autoComplete="new-password" size="lg" {...field} />}
      </FormField>
      <SubmitButton size="lg" className="w-full">
        {submitLabel}
      </SubmitButton>
    </Form>
  )
}
