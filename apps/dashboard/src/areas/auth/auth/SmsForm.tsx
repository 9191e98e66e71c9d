import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { smsFormats } from '@basalt/contract/auth/phone.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { DISCARD_EDITS, KEEP_EDITS } from '../../../ui/form/reset-options.ts'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { changeAuthSettings } from './auth.queries.ts'
import { StoredSecretField } from './StoredSecretField.tsx'
import { SmsForm as Fields, type SmsInputs, smsInputs } from './sms-form.schema.ts'
import { useSettingsChange } from './use-settings-change.ts'

const failure = formFailure<SmsInputs>(['url', 'format', 'phone_field', 'message_field', 'fields', 'secret'])
const formatNames = { form: 'Form fields', json: 'JSON' }
const formats = smsFormats.map((value) => ({ value, label: formatNames[value] }))

interface Props {
  projectRef: string
  settings: AuthSettings
  refusal: string | undefined
}

/** The service that sends messages to phones. */
export function SmsForm({ projectRef, settings: { sms, hooks }, refusal }: Props) {
  const { mutateAsync } = useMutation(changeAuthSettings(projectRef))
  const [isRemoving, setRemoving] = useState(false)
  const saved = smsInputs(sms)
  const form = useForm({
    resolver: zodResolver(Fields),
    values: saved,
    resetOptions: KEEP_EDITS,
  })
  const save = useSettingsChange(projectRef, form.formState.isDirty)
  const { control } = form
  const isReadOnly = refusal !== undefined
  return (
    <Card
      title="Message service"
      description={
        hooks.send_sms?.enabled
          ? 'The hook Send text messages is on, and sends the messages instead.'
          : 'Any service that sends text messages by HTTP. Without one, messages stay in the inbox under Emails.'
      }
      actions={
        sms !== null && (
          <Button
            size="sm"
            reason={refusal}
            aria-label="Remove message service"
            onClick={() => setRemoving(true)}
          >
            Remove
          </Button>
        )
      }
    >
      <Form
        form={form}
        aria-label="Message service"
        describeError={failure}
        onSubmit={async (values) => {
          form.reset(smsInputs((await save({ sms: values })).sms), DISCARD_EDITS)
          toast({ title: 'Message service saved', tone: 'success' })
        }}
      >
        <FormField
          control={control}
          name="url"
          label="Address"
          description="It gets a POST request for each message."
        >
          {(field) => (
            <Input
              inputMode="url"
              autoComplete="off"
              readOnly={isReadOnly}
              placeholder="https://api.example.com/messages"
              {...field}
            />
          )}
        </FormField>
        <FormField control={control} name="format" label="Format">
          {(field) => <Select options={formats} {...field} disabled={isReadOnly} />}
        </FormField>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField control={control} name="phone_field" label="Field of the number">
            {(field) => <Input autoComplete="off" readOnly={isReadOnly} {...field} />}
          </FormField>
          <FormField control={control} name="message_field" label="Field of the message">
            {(field) => <Input autoComplete="off" readOnly={isReadOnly} {...field} />}
          </FormField>
        </div>
        <FormField
          control={control}
          name="fields"
          label="Further fields (optional)"
          description="One per line, such as From=+15550001111."
        >
          {(field) => <TextArea rows={2} mono readOnly={isReadOnly} spellCheck={false} {...field} />}
        </FormField>
        <StoredSecretField
          control={control}
          name="secret"
          label="Authorization header"
          what="header"
          isStored={sms?.has_secret}
          isReadOnly={isReadOnly}
        />
        <SaveOrCancel saved={saved} refusal={refusal} />
      </Form>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title="Remove the message service"
        confirmLabel="Remove message service"
        onConfirm={() => mutateAsync({ sms: null })}
      >
        Its authorization header is deleted. Messages then stay in the inbox, unless a hook sends them.
      </ConfirmDialog>
    </Card>
  )
}
