import type { Webhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import {
  type NotificationPriority,
  notificationPriorities,
} from '@basalt/contract/notifications/notifications.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useController, useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import {
  fieldsOf,
  formatOptions,
  NewWebhookFields,
  WebhookFields,
  type WebhookInput,
  type WebhookValues,
} from './webhook-fields.schema.ts'

const describeError = formFailure<WebhookInput>(['name', 'url', 'format', 'priorities'])

/** The form of a new or existing webhook. */
export function WebhookForm({
  webhook,
  submitLabel,
  onSubmit,
  close,
}: {
  webhook?: Webhook
  submitLabel: string
  onSubmit: (values: WebhookValues) => Promise<void>
  close: () => void
}) {
  const form = useForm<WebhookInput, unknown, WebhookValues>({
    resolver: zodResolver(webhook ? WebhookFields : NewWebhookFields),
    defaultValues: fieldsOf(webhook),
  })
  return (
    <Form form={form} bare aria-label={submitLabel} describeError={describeError} onSubmit={onSubmit}>
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="name" label="Name" description="A name for your team.">
          {(field) => <Input autoComplete="off" placeholder="Operations channel" {...field} />}
        </FormField>
        <FormField control={form.control} name="format" label="Receiver">
          {(field) => <RadioGroup layout="cards" options={formatOptions} {...field} />}
        </FormField>
        <FormField
          control={form.control}
          name="url"
          label="Address"
          description={
            webhook
              ? `Currently ${webhook.origin}. Leave empty to keep it.`
              : 'Stored encrypted. Later, only its host is displayed.'
          }
        >
          {(field) => (
            <Input
              autoComplete="off"
              inputMode="url"
              placeholder="https://chat.example.com/hooks/…"
              {...field}
            />
          )}
        </FormField>
        <PriorityChoice control={form.control} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>{submitLabel}</SubmitButton>
      </DialogFooter>
    </Form>
  )
}

/** The priorities to send. Not in a Field, which would give each checkbox the group's name. */
function PriorityChoice<Values>({ control }: { control: Control<WebhookInput, unknown, Values> }) {
  const { field, fieldState } = useController({ control, name: 'priorities' })
  const choose = (priority: NotificationPriority, isChosen: boolean) =>
    field.onChange(isChosen ? [...field.value, priority] : field.value.filter((other) => other !== priority))
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Notifications to send</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {notificationPriorities.map((priority) => (
          <Checkbox
            key={priority}
            label={priority}
            checked={field.value.includes(priority)}
            onCheckedChange={(isChosen) => choose(priority, isChosen)}
          />
        ))}
      </div>
      {fieldState.error && (
        <p role="alert" className="text-critical-ink text-xs">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}
