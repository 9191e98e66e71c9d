import { ACCOUNT_PASSWORD_MIN } from '@basalt/contract/access/access.rules.ts'
import { PasswordReset } from '@basalt/contract/access/access.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { AccessPage } from './AccessPage.tsx'
import { resetPassword } from './access.queries.ts'

const NewPasswordOnly = PasswordReset.pick({ password: true })
const describeError = formFailure<{ password: string }>(['password'])

/** Sets a new password with the token of a reset link. The user then signs in, with MFA if set up. */
export function ResetPasswordPage({ token }: { token: string | undefined }) {
  const { mutateAsync, isSuccess } = useMutation(resetPassword)
  const form = useForm({ resolver: zodResolver(NewPasswordOnly), defaultValues: { password: '' } })
  useEffect(() => form.setFocus('password'), [form])

  if (isSuccess)
    return <ToSignIn title="Password changed" description="All sessions of the account have ended." />
  if (token === undefined)
    return <ToSignIn title="The link is incomplete" description="Open the full link, or request a new one." />
  return (
    <AccessPage title="Set a new password">
      <Form
        form={form}
        aria-label="Set a new password"
        describeError={describeError}
        onSubmit={async ({ password }) => void (await mutateAsync({ token, password }))}
      >
        <FormField
          control={form.control}
          name="password"
          label="New password"
          description={`At least ${ACCOUNT_PASSWORD_MIN} characters`}
        >
          {(field) => <PasswordInput autoComplete="new-password" size="lg" {...field} />}
        </FormField>
        <SubmitButton size="lg" className="w-full">
          Set password
        </SubmitButton>
      </Form>
    </AccessPage>
  )
}

function ToSignIn({ title, description }: { title: string; description: string }) {
  return (
    <AccessPage title={title} description={description}>
      <ButtonLink variant="primary" size="lg" className="w-full" render={<Link to="/sign-in" />}>
        Sign in
      </ButtonLink>
    </AccessPage>
  )
}
