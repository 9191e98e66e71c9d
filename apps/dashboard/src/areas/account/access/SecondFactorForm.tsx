import { TOTP_DIGITS } from '@basalt/contract/mfa/mfa.rules.ts'
import { MfaProof } from '@basalt/contract/mfa/mfa.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { AccessPage } from './AccessPage.tsx'
import { verifyMfa } from './access.queries.ts'

const describeError = formFailure<{ code: string }>(['code'])

/** The second step of signing in, after the password. */
export function SecondFactorForm({
  challenge,
  onSignedIn,
  onBack,
}: {
  challenge: string
  onSignedIn: () => void
  onBack: () => void
}) {
  const [isRecovery, setRecovery] = useState(false)
  const { mutateAsync } = useMutation(verifyMfa)
  const form = useForm({ resolver: zodResolver(MfaProof), defaultValues: { code: '' } })
  // biome-ignore lint/correctness/useExhaustiveDependencies: switching the kind of code clears the field
  useEffect(() => {
    form.reset()
    form.setFocus('code')
  }, [form, isRecovery])

  return (
    <AccessPage
      title="Enter your code"
      description={
        isRecovery
          ? 'Each of your recovery codes signs you in once.'
          : 'Your account requires a code from your authenticator app.'
      }
      footer={
        <span className="inline-flex flex-wrap justify-center gap-2">
          <Button variant="ghost" size="sm" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? 'Use your app instead' : 'Use a recovery code'}
          </Button>
          <Button variant="ghost" size="sm" onClick={onBack}>
            Back to sign in
          </Button>
        </span>
      }
    >
      <Form
        form={form}
        aria-label="Enter your code"
        describeError={describeError}
        onSubmit={async ({ code }) => {
          await mutateAsync({ challenge, code }).catch((error) => {
            form.setFocus('code', { shouldSelect: true })
            throw error
          })
          onSignedIn()
        }}
      >
        <FormField
          control={form.control}
          name="code"
          label={isRecovery ? 'Recovery code' : 'Code'}
          description={isRecovery ? undefined : `The ${TOTP_DIGITS} digits in your app`}
        >
          {(field) => (
            <Input
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              inputMode={isRecovery ? 'text' : 'numeric'}
              spellCheck={false}
              size="lg"
              className="font-mono"
              {...field}
            />
          )}
        </FormField>
        <SubmitButton size="lg" className="w-full">
          Sign in
        </SubmitButton>
      </Form>
    </AccessPage>
  )
}
