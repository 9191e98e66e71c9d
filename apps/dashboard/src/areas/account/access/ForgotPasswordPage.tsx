import { ResetMailRequest } from '@basalt/contract/access/access.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { AccessPage } from './AccessPage.tsx'
import { sendResetMail } from './access.queries.ts'

const describeError = formFailure<{ email: string }>(['email'])

/** Requests a reset link by email. The reply does not reveal whether the account exists. */
export function ForgotPasswordPage() {
  const sending = useMutation(sendResetMail)
  const form = useForm({ resolver: zodResolver(ResetMailRequest), defaultValues: { email: '' } })
  useEffect(() => form.setFocus('email'), [form])
  const footer = <TextLink render={<Link to="/sign-in" />}>Back to sign in</TextLink>

  if (sending.isSuccess)
    return (
      <AccessPage title="Check your email" footer={footer}>
        <p className="text-ink-muted text-sm">
          If there is an account for {sending.variables.email}, a link to set a new password is on its way.
        </p>
      </AccessPage>
    )
  return (
    <AccessPage
      title="Reset your password"
      description="A link to set a new one arrives by email."
      footer={footer}
    >
      <Form
        form={form}
        aria-label="Reset your password"
        describeError={describeError}
        onSubmit={async (values) => void (await sending.mutateAsync(values))}
      >
        <FormField control={form.control} name="email" label="Email">
          {(field) => <Input type="email" autoComplete="username" size="lg" {...field} />}
        </FormField>
        <SubmitButton size="lg" className="w-full">
          Send link
        </SubmitButton>
      </Form>
    </AccessPage>
  )
}
