import { type AuthSettings, SmtpChange } from '@basalt/contract/auth/auth.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { DISCARD_EDITS, KEEP_EDITS } from '../../../ui/form/reset-options.ts'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { changeAuthSettings, mailTest } from './auth.queries.ts'
import { StoredSecretField } from './StoredSecretField.tsx'
import { useSettingsChange } from './use-settings-change.ts'

const { shape } = SmtpChange
const Fields = z.object({
  ...shape,
  port: z
    .string()
    .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
    .pipe(shape.port),
  password: z.string().transform((text) => text || undefined),
})
type Inputs = z.input<typeof Fields>

const names = ['host', 'port', 'user', 'password', 'sender_email', 'sender_name'] as const
const failure = formFailure<Inputs>(names)

const inputsOf = ({ smtp }: AuthSettings): Inputs => ({
  host: smtp?.host ?? '',
  port: String(smtp?.port ?? 587),
  user: smtp?.user ?? '',
  password: '',
  sender_email: smtp?.sender_email ?? '',
  sender_name: smtp?.sender_name ?? '',
})

interface Props {
  projectRef: string
  settings: AuthSettings
  refusal: string | undefined
}

/** The mail server of a project. */
export function SmtpForm({ projectRef, settings, refusal }: Props) {
  const { mutateAsync } = useMutation(changeAuthSettings(projectRef))
  const [isRemoving, setRemoving] = useState(false)
  const saved = inputsOf(settings)
  const isByHook = settings.hooks.send_email?.enabled === true
  const form = useForm({
    resolver: zodResolver(Fields),
    values: saved,
    resetOptions: KEEP_EDITS,
  })
  const save = useSettingsChange(projectRef, form.formState.isDirty)
  const isReadOnly = refusal !== undefined
  const text = (
    name: (typeof names)[number],
    label: string,
    rest: { description?: string; placeholder?: string } = {},
  ) => (
    <FormField control={form.control} name={name} label={label} description={rest.description}>
      {(field) => (
        <Input
          autoComplete="off"
          readOnly={isReadOnly}
          placeholder={rest.placeholder}
          {...field}
          value={field.value ?? ''}
        />
      )}
    </FormField>
  )
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Card
        title="Mail server"
        description={
          isByHook
            ? 'The hook Send mail is on, and sends the mail instead.'
            : 'Sends mail to users. Without one, the installation’s is used; if it has none, mail stays in the inbox.'
        }
        actions={
          settings.smtp !== null && (
            <Button size="sm" reason={refusal} onClick={() => setRemoving(true)}>
              Remove
            </Button>
          )
        }
      >
        <Form
          form={form}
          aria-label="Mail server"
          describeError={failure}
          onSubmit={async (values) => {
            form.reset(inputsOf(await save({ smtp: values })), DISCARD_EDITS)
            toast({ title: 'Mail server saved', tone: 'success' })
          }}
        >
          <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
            {text('host', 'Host', { placeholder: 'smtp.example.com' })}
            {text('port', 'Port')}
          </div>
          {text('user', 'User name', { description: 'Leave empty for a server without sign-in.' })}
          <StoredSecretField
            control={form.control}
            name="password"
            label="Password"
            what="password"
            isStored={settings.smtp?.has_password}
            isReadOnly={isReadOnly}
          />
          {text('sender_email', 'Sender email', { placeholder: 'no-reply@example.com' })}
          {text('sender_name', 'Sender name')}
          <SaveOrCancel saved={saved} refusal={refusal} />
        </Form>
      </Card>
      <TestMail projectRef={projectRef} isByHook={isByHook} refusal={refusal} />
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title="Remove the mail server"
        confirmLabel="Remove mail server"
        onConfirm={() => mutateAsync({ smtp: null })}
      >
        Its password is deleted. Mail to users then goes through the mail server of the installation, or stays
        in the inbox if it has none. A hook that sends mail goes before both.
      </ConfirmDialog>
    </div>
  )
}

const TestFields = z.object({ email: SmtpChange.shape.sender_email })
const testFailure = formFailure<z.input<typeof TestFields>>(['email'])

function TestMail({
  projectRef,
  isByHook,
  refusal,
}: {
  projectRef: string
  isByHook: boolean
  refusal: string | undefined
}) {
  const { mutateAsync, data } = useMutation(mailTest(projectRef))
  const form = useForm({ resolver: zodResolver(TestFields), defaultValues: { email: '' } })
  return (
    <Card
      title="Test mail"
      description={
        isByHook
          ? 'The hook gets a sign-in link for this address, which signs nobody in.'
          : 'Goes the same way as mail to users, with the saved settings.'
      }
    >
      <Form
        form={form}
        aria-label="Test mail"
        describeError={testFailure}
        onSubmit={async ({ email }) => void (await mutateAsync(email))}
      >
        {data?.failure && (
          <Callout
            tone="critical"
            role="alert"
            title={
              data.went_to === 'hook'
                ? 'The hook did not send the test mail'
                : 'The mail server did not accept the test mail'
            }
          >
            {data.failure}
          </Callout>
        )}
        <FormField control={form.control} name="email" label="Email">
          {(field) => <Input type="email" autoComplete="off" placeholder="name@example.com" {...field} />}
        </FormField>
        <div className="flex justify-end">
          <SubmitButton reason={refusal}>Send test mail</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
