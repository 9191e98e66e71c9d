import type { EventTriggerDraft } from '@basalt/contract/database-objects/event-triggers/event-triggers.schema.ts'
import { expect, test } from 'vitest'
import { draftOf, emptyForm, eventLabel, formOf } from './event-trigger-form.rules.ts'

const draft: EventTriggerDraft = {
  name: 'no_drops',
  comment: null,
  event: 'sql_drop',
  tags: ['DROP TABLE'],
  function: { schema: 'shop', name: 'refuse' },
  enabled: 'always',
}

test('a form without edits is the event trigger, and a copy has another name', () => {
  expect(draftOf(formOf(draft, false))).toEqual(draft)
  expect(draftOf(formOf({ ...draft, comment: 'said' }, true))).toEqual({
    ...draft,
    name: 'no_drops_copy',
    comment: 'said',
  })
  expect(draftOf(emptyForm())).toMatchObject({ comment: null, event: 'ddl_command_end', tags: [] })
})

test.each([
  ['sql_drop', 'After objects are dropped'],
  ['login', 'At login'],
] as const)('the event %s is called %s', (event, label) => {
  expect(eventLabel(event)).toBe(label)
})
