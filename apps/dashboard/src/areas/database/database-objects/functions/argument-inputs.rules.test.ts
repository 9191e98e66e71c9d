import { expect, test } from 'vitest'
import { exampleOf, inputKindOf, simplestOf } from './argument-inputs.rules.ts'

test.each([
  ['text', 'text', '', 'Empty text'],
  ['character varying(40)', 'text', '', 'Empty text'],
  ['extensions.citext', 'text', '', 'Empty text'],
  ['bigint', 'number', '0', '0'],
  ['numeric(10,2)', 'number', '0', '0'],
  ['double precision', 'number', '0', '0'],
  ['boolean', 'boolean', 'false', 'false'],
  ['uuid', 'other', undefined, '00000000-0000-0000-0000-000000000000'],
  ['timestamp with time zone', 'other', undefined, '2026-01-31 12:00:00+00'],
  ['integer[]', 'other', undefined, '{1,2}'],
  ['jsonb', 'other', undefined, '{"key": 1}'],
  ['shop."integer"', 'other', undefined, ''],
])('%s is entered as %s', (type, kind, simplest, example) => {
  expect([inputKindOf(type), simplestOf[inputKindOf(type)], exampleOf(type)]).toEqual([
    kind,
    simplest,
    example,
  ])
})
