import { ACCOUNT_PASSWORD_MIN } from '@basalt/contract/access/access.rules.ts'
import { PasswordChange } from '@basalt/contract/access/access.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { changePassword } from './account.queries.ts'

const empty = { current_password: '', new_password: '', end_other_sessions: true }
const describeError = formFailure<typeof empty>(['current_password', 'new_password'])

/** Changes the password. Asks for the current one, in case the browser was left unattended. */
export function PasswordCard() {
  const { mutateAsync } = useMutation(changePassword)
  const form = useForm({ resolver: zodResolver(PasswordChange), defaultValues: empty })
  return (
    <Card title="Password" description="Changing it revokes all your personal access tokens.">
      <Form
        form={form}
        aria-label="Change the password"
        describeError={describeError}
        onSubmit={async (values) => {
          await mutateAsync(values)
          form.reset(empty)
          toast({
            title: 'Password changed',
            ...(values.end_other_sessions && { description: 'You are signed out everywhere else.' }),
            tone: 'success',
          })
        }}
      >
        <FormField control={form.control} name="current_password" label="Current password">
          {(field) => <PasswordInput autoComplete="current-password" {...field} />}
        </FormField>
        <FormField
          control={form.control}
          name="new_password"
          label="New password"
          description={`At least ${ACCOUNT_PASSWORD_MIN} characters`}
        >
          {(field) => <PasswordInput autoComplete="new-password" {...field} />}
        </FormField>
        <Controller
          control={form.control}
          name="end_other_sessions"
          render={({ field: { value, onChange, ...field } }) => (
            <Checkbox
              label="Sign out everywhere else"
              checked={value ?? false}
              onCheckedChange={onChange}
              {...field}
            />
          )}
        />
        <div className="flex justify-end">
          <SubmitButton>Change password</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
