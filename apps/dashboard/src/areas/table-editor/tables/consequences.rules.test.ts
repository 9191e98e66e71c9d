import type { ChangePlan } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { expect, test } from 'vitest'
import { consequencesOf, warningOf } from './consequences.rules.ts'

const plan = (bytes: number, ...statements: Partial<ChangePlan['statements'][number]>[]): ChangePlan => ({
  statements: statements.map((statement) => ({ sql: '', rewrites: [], scans: [], locks: [], ...statement })),
  problems: [],
  bytes,
  estimated_rows: null,
  dependents: [],
  has_more_dependents: false,
})
const everyone = { schema: 'public', name: 't', blocks: 'everyone' } as const
const writers = { ...everyone, blocks: 'writers' } as const

test('a rewrite is told with its size, once for each reason', () => {
  const [first, lock] = consequencesOf(
    plan(2.1 * 1024 ** 3, { rewrites: ['A.', 'B.', 'A.'], scans: ['C.'], locks: [everyone] }),
  )
  expect(first).toEqual({
    tone: 'warning',
    title: 'This rewrites 2.1 GB. Readers and writers of the table wait until it is done.',
    reasons: ['A.', 'B.'],
  })
  expect(lock!.title).toBe('Readers and writers of public.t wait until the change is done.')
})

test('a small table is no reason to worry', () => {
  expect(consequencesOf(plan(16_384, { rewrites: ['A.'] }))[0]).toMatchObject({ tone: 'info' })
})

test('a check of all rows says who waits', () => {
  expect(consequencesOf(plan(20 * 1024 ** 2, { scans: ['C.'], locks: [writers] }))[0]!.title).toBe(
    'This reads the whole table, 20 MB. Writers wait meanwhile.',
  )
})

test('of several locks of a table, the strongest counts', () => {
  expect(consequencesOf(plan(0, { locks: [writers] }, { locks: [everyone] }, { locks: [writers] }))).toEqual([
    {
      tone: 'info',
      title: 'Readers and writers of public.t wait until the change is done.',
      reasons: [],
    },
  ])
})

test('only a large table is warned of in a few words', () => {
  expect(warningOf(plan(2.1 * 1024 ** 3, { rewrites: ['A.'] }))).toBe('Rewrites 2.1 GB')
  expect(warningOf(plan(2.1 * 1024 ** 3, { scans: ['A.'] }))).toBe('Reads 2.1 GB')
  expect(warningOf(plan(2.1 * 1024 ** 3, { locks: [everyone] }))).toBeUndefined()
  expect(warningOf(plan(16_384, { rewrites: ['A.'] }))).toBeUndefined()
})
