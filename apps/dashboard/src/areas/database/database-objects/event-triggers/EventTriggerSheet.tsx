import { eventTags } from '@basalt/contract/database-objects/event-triggers/event-tags.rules.ts'
import type { EventTrigger } from '@basalt/contract/database-objects/event-triggers/event-triggers.schema.ts'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { DescriptionField } from '../DescriptionField.tsx'
import { EnabledField } from '../EnabledField.tsx'
import { REPLICA_SESSIONS } from '../enabled-words.rules.ts'
import { FunctionField } from '../FunctionField.tsx'
import { NameField } from '../NameField.tsx'
import { NamePicker } from '../NamePicker.tsx'
import { useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { draftOf, EVENTS, type EventTriggerForm, emptyForm, formOf } from './event-trigger-form.rules.ts'

const isForm = (value: object) => Array.isArray((value as Partial<EventTriggerForm>).tags)

/** Creates, changes or copies an event trigger. */
export function EventTriggerSheet(props: ObjectFormProps<EventTrigger>) {
  const { state, form, set, isEdit, plan, errorAt, sheet } = useObjectForm(
    {
      object: 'event_trigger',
      one: 'event trigger',
      newTitle: 'New event trigger',
      place: '',
      emptyForm,
      formOf,
      draftOf,
      isForm,
    },
    props,
  )
  const { errors } = state
  const isRecreated =
    isEdit && plan.data?.statements.some(({ sql }) => sql.includes('drop_event_trigger')) === true
  return (
    <ChangeSheet {...sheet}>
      <div className="flex flex-col gap-4">
        <NameField value={form.name} error={errors.get('name')} onChange={(name) => set({ name })} />
        <DescriptionField
          value={form.comment}
          error={errors.get('comment')}
          onChange={(comment) => set({ comment })}
        />
        <Field label="Event" {...errorAt('event')}>
          <Select
            options={EVENTS}
            value={form.event === 'login' ? null : form.event}
            onValueChange={(event) =>
              set({ event, tags: form.tags.filter((tag) => eventTags(event).includes(tag)) })
            }
          />
        </Field>
        <NamePicker
          label="Commands"
          description="Every command of the event if none is chosen."
          placeholder="Add a command"
          options={eventTags(form.event).map((tag) => ({ value: tag, label: tag }))}
          chosen={form.tags}
          error={errors.get('tags')}
          onChange={(tags) => set({ tags })}
        />
        <FunctionField
          projectRef={props.projectRef}
          returns="event_trigger"
          value={form.function}
          error={errors.get('function')}
          onChange={(called) => set({ function: called })}
        />
        <EnabledField
          value={form.enabled}
          replicas={REPLICA_SESSIONS}
          error={errors.get('enabled')}
          onChange={(enabled) => set({ enabled })}
        />
      </div>
      {isRecreated && (
        <Callout tone="info" title="PostgreSQL cannot change this in place">
          Saving drops the event trigger and creates it again in one transaction.
        </Callout>
      )}
    </ChangeSheet>
  )
}
