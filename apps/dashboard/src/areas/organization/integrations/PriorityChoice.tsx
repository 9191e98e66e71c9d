import {
  type NotificationPriority,
  notificationPriorities,
} from '@basalt/contract/notifications/notifications.rules.ts'
import { type Control, useController } from 'react-hook-form'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import type { WebhookInput } from './webhook-fields.schema.ts'

/** Which notifications are sent, as a group of boxes: a field of one control would give each box the group's name. */
export function PriorityChoice<Values>({ control }: { control: Control<WebhookInput, unknown, Values> }) {
  const { field, fieldState } = useController({ control, name: 'priorities' })
  const choose = (priority: NotificationPriority, isChosen: boolean) =>
    field.onChange(isChosen ? [...field.value, priority] : field.value.filter((other) => other !== priority))
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Which notifications</legend>
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
