import { expect, test } from 'vitest'
import {
  alterPolicySql,
  createPolicySql,
  inBucket,
  methodsAllowedBy,
  type Operation,
  PolicyValues,
  withOperation,
} from './policy-form.rules.ts'

const values: PolicyValues = {
  name: 'Read "all"',
  operations: ['SELECT', 'INSERT'],
  roles: ['anon', 'my role'],
  definition: inBucket("it's"),
}

test.each<[Operation[], Operation, boolean, Operation[]]>([
  [[], 'DELETE', true, ['SELECT', 'DELETE']],
  [[], 'INSERT', true, ['INSERT']],
  [['SELECT', 'INSERT', 'UPDATE', 'DELETE'], 'SELECT', false, ['INSERT']],
  [['SELECT', 'UPDATE'], 'UPDATE', false, ['SELECT']],
])('%j with %s %s is %j', (chosen, operation, isOn, expected) => {
  expect(withOperation(chosen, operation, isOn)).toEqual(expected)
})

test.each<[Operation[], string[]]>([
  [[], ['getPublicUrl']],
  [['INSERT'], ['upload', 'getPublicUrl']],
  [
    ['SELECT', 'DELETE'],
    ['download', 'list', 'remove', 'createSignedUrl', 'createSignedUrls', 'getPublicUrl'],
  ],
])('%j lets clients call %j', (chosen, methods) => {
  expect(methodsAllowedBy(chosen).flatMap(({ method, isAllowed }) => (isAllowed ? [method] : []))).toEqual(
    methods,
  )
})

test('each operation becomes a separate policy, with quoted names', () => {
  const [select, insert] = createPolicySql(values, "it's")
  expect(select).toMatch(
    /^create policy "Read ""all"" \w+_0"\non "storage"."objects" for select\nto "anon", "my role" using \(bucket_id = 'it''s'\);$/,
  )
  expect(insert).toMatch(/_1"\n.* for insert\n.* with check \(/)
  expect(createPolicySql({ ...values, roles: [] }, 'other')[0]).toContain('to public using')
  expect(createPolicySql(values, 'other')[0]).not.toBe(select)
})

test('a policy is altered in place, and renamed only if its name changes', () => {
  const policy = {
    name: 'old',
    table: 'objects',
    command: 'INSERT' as const,
    roles: ['public'],
    permissive: true,
    using: null,
    check: 'true',
  }
  expect(alterPolicySql(policy, { ...values, name: 'old' })).toEqual([
    `alter policy "old" on "storage"."objects"\nto "anon", "my role" with check (bucket_id = 'it''s');`,
  ])
  expect(alterPolicySql(policy, values)[1]).toBe(
    'alter policy "old" on "storage"."objects"\nrename to "Read ""all""";',
  )
})

test.each([
  [{ name: ' ' }, 'Please provide a name for your policy'],
  [{ name: 'x'.repeat(51) }, 'Use at most 50 characters, or fewer with non-English letters'],
  [{ operations: [] }, 'Please allow at least one operation in your policy'],
  [{ definition: '' }, 'Please provide a definition for your policy'],
])('%j is invalid', (wrong, message) => {
  expect(PolicyValues.safeParse({ ...values, ...wrong }).error?.issues[0]?.message).toBe(message)
})
