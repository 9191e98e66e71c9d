import type { Webhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { PriorityChoice } from './PriorityChoice.tsx'
import {
  fieldsOf,
  formatOptions,
  NewWebhookFields,
  WebhookFields,
  type WebhookInput,
  type WebhookValues,
} from './webhook-fields.schema.ts'

const describeError = formFailure<WebhookInput>(['name', 'url', 'format', 'priorities'])

/** Of a new webhook, or of one that is changed. */
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
        <FormField control={form.control} name="name" label="Name" description="What your team calls it.">
          {(field) => <Input autoComplete="off" placeholder="Operations channel" {...field} />}
        </FormField>
        <FormField control={form.control} name="format" label="What receives it">
          {(field) => <RadioGroup layout="cards" options={formatOptions} {...field} />}
        </FormField>
        <FormField
          control={form.control}
          name="url"
          label="Address"
          description={
            webhook
              ? `Now at ${webhook.origin}. Leave it empty to keep the address.`
              : 'It is kept encrypted, and only its host is shown again.'
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
