import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { usePane } from '../pane.ts'
import { Specimen } from '../Specimen.tsx'

const Account = z.object({
  email: z.email('Enter an email address'),
  password: z.string().min(8, 'At least 8 characters'),
  remember: z.boolean(),
})

export function Forms() {
  const form = useForm({
    resolver: zodResolver(Account),
    defaultValues: { email: '', password: '', remember: true },
  })
  const pane = usePane()
  return (
    <Specimen name="Submit it empty for field errors; the server rejects taken@example.com" wide>
      <Form
        form={form}
        aria-label={`Account, ${pane}`}
        className="max-w-sm"
        onSubmit={async ({ email }) => {
          await new Promise((done) => setTimeout(done, 800))
          if (email === 'taken@example.com') throw new Error('An account with this email already exists')
          toast({ title: 'Account created', tone: 'success' })
        }}
      >
        <FormField control={form.control} name="email" label="Email" required>
          {(field) => <Input type="email" autoComplete="off" {...field} />}
        </FormField>
        <FormField
          control={form.control}
          name="password"
          label="Password"
          required
          description="8 or more characters"
        >
          {(field) => <PasswordInput autoComplete="new-password" {...field} />}
        </FormField>
        <FormField control={form.control} name="remember" label="Session">
          {({ value, onValueChange, ...field }) => (
            <Checkbox {...field} checked={value} onCheckedChange={onValueChange} label="Keep me signed in" />
          )}
        </FormField>
        <div className="flex gap-2">
          <SubmitButton>Create account</SubmitButton>
          <Button variant="ghost" onClick={() => form.reset()}>
            Reset
          </Button>
        </div>
      </Form>
    </Specimen>
  )
}
