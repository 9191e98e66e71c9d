import { SignIn } from '@basalt/contract/access/access.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { AccessPage } from './AccessPage.tsx'
import { signIn } from './access.queries.ts'
import { SecondFactorForm } from './SecondFactorForm.tsx'

const describeError = formFailure<{ email: string; password: string }>(['email', 'password'])

interface Props {
  redirect?: string | undefined
  mayRegister: boolean
  /** Whether the server can mail a reset link. */
  canReset: boolean
  /** Runs once the session cookie is set. */
  onSignedIn: () => void
}

/** Asks for the password, then for a code if the account has MFA. */
export function SignInPage(props: Props) {
  const [challenge, setChallenge] = useState<string>()
  return challenge === undefined ? (
    <PasswordForm {...props} onChallenge={setChallenge} />
  ) : (
    <SecondFactorForm
      challenge={challenge}
      onSignedIn={props.onSignedIn}
      onBack={() => setChallenge(undefined)}
    />
  )
}

function PasswordForm({
  redirect,
  mayRegister,
  canReset,
  onSignedIn,
  onChallenge,
}: Props & { onChallenge: (challenge: string) => void }) {
  const { mutateAsync } = useMutation(signIn)
  const form = useForm({ resolver: zodResolver(SignIn), defaultValues: { email: '', password: '' } })
  useEffect(() => form.setFocus('email'), [form])

  return (
    <AccessPage
      title="Sign in to Basalt"
      footer={
        mayRegister && (
          <>
            No account yet? <TextLink render={<Link to="/sign-up" search={{ redirect }} />}>Sign up</TextLink>
          </>
        )
      }
    >
      <Form
        form={form}
        aria-label="Sign in"
        describeError={describeError}
        onSubmit={async (values) => {
          const answer = await mutateAsync(values)
          if ('mfa_required' in answer) onChallenge(answer.challenge)
          else onSignedIn()
        }}
      >
        <FormField control={form.control} name="email" label="Email">
          {(field) => <Input type="email" autoComplete="username" size="lg" {...field} />}
        </FormField>
        <FormField control={form.control} name="password" label="Password">
          {(field) => <PasswordInput autoComplete="current-password" size="lg" {...field} />}
        </FormField>
        <SubmitButton size="lg" className="w-full">
          Sign in
        </SubmitButton>
        {canReset && (
          <p className="text-center text-sm">
            <TextLink render={<Link to="/forgot-password" />}>Forgot your password?</TextLink>
          </p>
        )}
      </Form>
    </AccessPage>
  )
}
