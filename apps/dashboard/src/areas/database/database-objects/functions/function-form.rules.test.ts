import type { FunctionDraft } from '@basalt/contract/database-objects/functions/functions.schema.ts'
import { expect, test } from 'vitest'
import { draftOf, emptyForm, formOf, inLanguage, isScript } from './function-form.rules.ts'

const draft: FunctionDraft = {
  schema: 'shop',
  name: 'price',
  comment: 'of all',
  kind: 'function',
  arguments: [
    { mode: 'in', name: 'a', type: 'integer', default: '1' },
    { mode: 'out', name: '', type: 'text', default: null },
  ],
  returns: { as: 'type', type: 'record', is_set: true },
  language: 'sql',
  body_form: 'string',
  body: 'select 1',
  volatility: 'stable',
  security: 'definer',
  strict: true,
  leakproof: true,
  parallel: 'safe',
  cost: 7,
  rows: 3,
  settings: [{ name: 'search_path', value: '""' }],
}

test.each<[string, Partial<FunctionDraft>]>([
  ['a set', {}],
  ['outputs', { returns: null, rows: null }],
  ['a table', { arguments: [], returns: { as: 'table', columns: [{ name: 'n', type: 'integer' }] } }],
  ['one value', { returns: { as: 'type', type: 'integer', is_set: false }, rows: null }],
  [
    'a procedure',
    {
      kind: 'procedure',
      returns: null,
      volatility: 'volatile',
      strict: false,
      leakproof: false,
      parallel: 'unsafe',
      cost: null,
      rows: null,
    },
  ],
])('a form without edits is the function: %s', (_title, more) => {
  expect(draftOf(formOf({ ...draft, ...more }, false))).toEqual({ ...draft, ...more })
})

test('a copy has another name and is not leakproof', () => {
  expect(draftOf(formOf(draft, true))).toEqual({ ...draft, name: 'price_copy', leakproof: false })
})

test('a body that nobody has written follows the language', () => {
  const form = inLanguage(emptyForm('shop'), 'sql')
  expect(form.body).toBe('')
  expect(inLanguage({ ...form, body: 'select 1' }, 'plpgsql')).toMatchObject({ body: 'select 1' })
})

test.each([
  ['sql', 'begin atomic select 1; end', 'standard'],
  ['sql', 'RETURN 1', 'standard'],
  ['sql', 'select 1', 'string'],
  ['plpgsql', 'begin return 1; end', 'string'],
] as const)('a body that PostgreSQL parsed, now in %s: %s', (language, body, expected) => {
  const form = { ...formOf({ ...draft, body_form: 'standard' }, false), language, body }
  expect(draftOf(form).body_form).toBe(expected)
})

test.each([
  ['sql', 'select 1; select 2', true],
  ['sql', ' return a + 1', false],
  ['sql', 'begin atomic select 1; end', false],
  ['plpgsql', 'begin return 1; end', false],
])('a body in %s, %s, is a script: %s', (language, body, expected) => {
  expect(isScript({ language, body })).toBe(expected)
})
