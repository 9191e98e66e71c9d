import type { StoragePolicy } from '@basalt/contract/storage/policies.endpoints.ts'
import { expect, test } from 'vitest'
import {
  bucketsNamedBy,
  dropPolicySql,
  otherPolicies,
  policiesOf,
  policiesOnlyOf,
} from './policy-groups.rules.ts'

const policy = (name: string, using: string | null, check: string | null = null): StoragePolicy => ({
  name,
  using,
  check,
  table: 'objects',
  command: 'SELECT',
  roles: ['public'],
  permissive: true,
})

test.each([
  ["(bucket_id = 'avatars'::text)", ['avatars']],
  ["((bucket_id = 'a''b'::text) AND (auth.role() = 'authenticated'::text))", ["a'b"]],
  ["((bucket_id = 'a'::text) OR (bucket_id = 'b'::text))", ['a', 'b']],
  ['true', []],
  ["(other_bucket_id = 'a'::text)", []],
])('%s names %j', (using, buckets) => {
  expect(bucketsNamedBy({ using, check: null })).toEqual(buckets)
})

test('policies are grouped by their buckets, and the rest separately', () => {
  const one = policy('one', "bucket_id = 'a'")
  const both = policy('both', null, "bucket_id = 'a' or bucket_id = 'b'")
  const none = policy('none', 'true')
  const all = [one, both, none, { ...one, table: 'buckets' }]
  expect(policiesOf(all, 'a')).toEqual([one, both])
  expect(policiesOnlyOf(all, 'a')).toEqual([one])
  expect(otherPolicies(all)).toEqual([none])
})

test('a name cannot break out of the statement', () => {
  expect(dropPolicySql({ name: 'a"; drop table x', table: 'objects' })).toBe(
    'drop policy "a""; drop table x" on "storage"."objects";',
  )
})
