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

test('a constraint trigger fires after each row, without rows as tables', () => {
  const constraint = { deferrable: true, initially_deferred: true, from: null }
  const form = { ...formOf(draft, false), oldTable: 'old', draft: { ...draft, constraint } }
  expect(draftOf(form)).toMatchObject({ constraint, old_table: null })
  expect(draftOf({ ...form, draft: { ...form.draft, level: 'statement' } })).toMatchObject({
    constraint: null,
    old_table: 'old',
  })
  expect(draftOf({ ...form, draft: { ...form.draft, timing: 'before' } }).constraint).toBeNull()
})

test('chosen events keep their order', () => {
  expect(withEvent(['update', 'truncate'], 'insert', true)).toEqual(['insert', 'update', 'truncate'])
  expect(firesText({ timing: 'instead_of', events: ['insert', 'delete'], level: 'row' })).toBe(
    'instead of insert or delete, each row',
  )
})
