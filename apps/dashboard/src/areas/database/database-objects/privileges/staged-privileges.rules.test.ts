import { expect, test } from 'vitest'
import { keyOf, stage } from './staged-privileges.rules.ts'

const grant = {
  on: 'table',
  schema: 'public',
  table: 'notes',
  privilege: 'SELECT',
  is_granted: true,
} as const

test('a change that is taken back leaves nothing to apply', () => {
  const staged = stage(new Map(), grant, false)
  expect([...staged.values()]).toEqual([grant])
  expect(stage(staged, { ...grant, is_granted: false }, false).size).toBe(0)
})

test('tables, columns and schemas of one name are told apart', () => {
  const keys = [
    grant,
    { ...grant, on: 'column', column: 'id', privilege: 'SELECT' } as const,
    { ...grant, table: 'other' },
    { on: 'schema', schema: 'public', privilege: 'USAGE', is_granted: true } as const,
  ].map(keyOf)
  expect(new Set(keys).size).toBe(4)
})
