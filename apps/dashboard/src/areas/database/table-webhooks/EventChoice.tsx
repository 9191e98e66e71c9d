import { type WebhookEvent, webhookEvents } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import { type Control, useController } from 'react-hook-form'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import type { WebhookInput, WebhookValues } from './webhook-form.schema.ts'

const labels: Record<WebhookEvent, string> = { INSERT: 'Insert', UPDATE: 'Update', DELETE: 'Delete' }

/** The events to send. Not in a Field, which would give each checkbox the group's name. */
export function EventChoice({ control }: { control: Control<WebhookInput, unknown, WebhookValues> }) {
  const { field, fieldState } = useController({ control, name: 'events' })
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    field.onChange(webhookEvents.filter((each) => (each === event ? isChosen : field.value.includes(each))))
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Events</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={labels[event]}
            checked={field.value.includes(event)}
            onCheckedChange={(isChosen) => choose(event, isChosen)}
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
