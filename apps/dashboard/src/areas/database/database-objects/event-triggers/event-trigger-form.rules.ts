import type {
  DatabaseEvent,
  EventTriggerDraft,
} from '@basalt/contract/database-objects/event-triggers/event-triggers.schema.ts'

/** An event trigger in the form: a description that is empty for none. */
export interface EventTriggerForm extends Omit<EventTriggerDraft, 'comment'> {
  comment: string
}

export const emptyForm = (): EventTriggerForm => ({
  name: '',
  comment: '',
  event: 'ddl_command_end',
  tags: [],
  function: { schema: 'public', name: '' },
  enabled: 'origin',
})

/** The form of an event trigger that exists, or of a copy of it. */
export const formOf = (draft: EventTriggerDraft, isCopy: boolean): EventTriggerForm => ({
  ...draft,
  name: isCopy ? `${draft.name}_copy` : draft.name,
  comment: draft.comment ?? '',
})

export const draftOf = (form: EventTriggerForm): EventTriggerDraft => ({
  ...form,
  comment: form.comment === '' ? null : form.comment,
})

/** The events that a member can choose, in the order in which they happen. */
export const EVENTS: readonly {
  value: Exclude<DatabaseEvent, 'login'>
  label: string
  description: string
}[] = [
  {
    value: 'ddl_command_start',
    label: 'Before a command',
    description: 'ddl_command_start: can refuse it by raising an error',
  },
  {
    value: 'ddl_command_end',
    label: 'After a command',
    description: 'ddl_command_end: sees what it created and changed',
  },
  { value: 'sql_drop', label: 'After objects are dropped', description: 'sql_drop: sees what was dropped' },
  {
    value: 'table_rewrite',
    label: 'Before a table is rewritten',
    description: 'table_rewrite: by ALTER TABLE or ALTER TYPE',
  },
]

/** An event in words. */
export const eventLabel = (event: DatabaseEvent): string =>
  EVENTS.find(({ value }) => value === event)?.label ?? 'At login'
