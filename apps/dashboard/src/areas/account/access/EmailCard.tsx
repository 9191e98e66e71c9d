import { EmailChange } from '@basalt/contract/access/access.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { changeEmail } from './account.queries.ts'

const empty = { email: '', current_password: '' }
const describeError = formFailure<typeof empty>(['email', 'current_password'])

/** Changes the account's email address. Asks for the password, in case the browser was left unattended. */
export function EmailCard() {
  const { mutateAsync } = useMutation(changeEmail)
  const router = useRouter()
  const form = useForm({ resolver: zodResolver(EmailChange), defaultValues: empty })
  return (
    <Card title="Email address">
      <Form
        form={form}
        aria-label="Change the email address"
        describeError={describeError}
        onSubmit={async (values) => {
          const { email } = await mutateAsync(values)
          form.reset(empty)
          toast({
            title: 'Email address changed',
            description: `Sign in with ${email} from now on. You are signed out everywhere else.`,
            tone: 'success',
          })
          // Updates the header and the profile.
          router.invalidate()
        }}
      >
        <FormField
          control={form.control}
          name="email"
          label="New email address"
          description="Used for sign-in and invitations. Changing it signs you out everywhere else."
        >
          {(field) => <Input type="email" autoComplete="email" {...field} />}
        </FormField>
        <FormField control={form.control} name="current_password" label="Your password">
          {(field) => <PasswordInput autoComplete="current-password" {...field} />}
        </FormField>
        <div className="flex justify-end">
          <SubmitButton>Change email address</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
