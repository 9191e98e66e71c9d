import type { TriggerDraft } from '@basalt/contract/database-objects/triggers/triggers.schema.ts'
import { expect, test } from 'vitest'
import { draftOf, emptyForm, firesText, formOf, withEvent } from './trigger-form.rules.ts'

const draft: TriggerDraft = {
  ...emptyForm('shop').draft,
  table: 'orders',
  name: 'logged',
  comment: 'keeps a log',
  events: ['insert', 'update'],
  columns: ['total'],
  when: 'new.total > 1',
  old_table: null,
  function: { schema: 'shop', name: 'log' },
  arguments: ['two\nlines', ''],
}

test('a form without edits is the trigger, and a copy has another name', () => {
  expect(draftOf(formOf(draft, false))).toEqual(draft)
  expect(draftOf(formOf(draft, true))).toEqual({ ...draft, name: 'logged_copy' })
  expect(draftOf({ ...formOf(draft, false), arguments: 'a\nb' }).arguments).toEqual(['a', 'b'])
})

test('columns belong to update', () => {
  const form = formOf(draft, false)
  const events = withEvent(form.draft.events, 'update', false)
  expect(draftOf({ ...form, draft: { ...form.draft, events } })).toMatchObject({
    events: ['insert'],
    columns: [],
  })
})

test('chosen events keep their order', () => {
  expect(withEvent(['update', 'truncate'], 'insert', true)).toEqual(['insert', 'update', 'truncate'])
  expect(firesText({ timing: 'instead_of', events: ['insert', 'delete'], level: 'row' })).toBe(
    'instead of insert or delete, each row',
  )
})
