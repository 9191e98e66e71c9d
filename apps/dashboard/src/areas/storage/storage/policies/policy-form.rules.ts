import { type ApiRole, apiRoles } from '@basalt/contract/keys/keys.rules.ts'
import type { StoragePolicy } from '@basalt/contract/storage/policies.endpoints.ts'
import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { z } from 'zod'

/** In bytes. Leaves room for the suffix, so that PostgreSQL does not truncate the whole name. */
export const POLICY_NAME_MAX = 50
/** The longest identifier in PostgreSQL, in bytes. */
const IDENTIFIER_MAX = 63

export const operations = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
export type Operation = (typeof operations)[number]

/** Operations that also need to read the row. */
const NEEDS_SELECT: readonly Operation[] = ['UPDATE', 'DELETE']

const bytesIn = (text: string) => new TextEncoder().encode(text).length

export const PolicyValues = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please provide a name for your policy')
    .refine(
      (name) => bytesIn(name) <= POLICY_NAME_MAX,
      `Use at most ${POLICY_NAME_MAX} characters, or fewer with non-English letters`,
    ),
  operations: z.array(z.enum(operations)).min(1, 'Please allow at least one operation in your policy'),
  roles: z.array(z.string()),
  definition: z.string().trim().min(1, 'Please provide a definition for your policy'),
})
/** An existing policy gets no suffix, so its name may use the full length. */
export const ChangedPolicyValues = PolicyValues.extend({
  name: z
    .string()
    .trim()
    .min(1, 'Please provide a name for your policy')
    .refine(
      (name) => bytesIn(name) <= IDENTIFIER_MAX,
      `Use at most ${IDENTIFIER_MAX} characters, or fewer with non-English letters`,
    ),
})
export type PolicyValues = z.infer<typeof PolicyValues>

/** Selects or deselects an operation. UPDATE and DELETE imply SELECT, and are deselected with it. */
export function withOperation(
  chosen: readonly Operation[],
  operation: Operation,
  isOn: boolean,
): Operation[] {
  const next = new Set(chosen)
  if (isOn) {
    next.add(operation)
    if (NEEDS_SELECT.includes(operation)) next.add('SELECT')
  } else {
    next.delete(operation)
    if (operation === 'SELECT') for (const one of NEEDS_SELECT) next.delete(one)
  }
  return operations.filter((one) => next.has(one))
}

/** The operations that each method of storage clients needs. */
const methodNeeds: readonly [string, readonly Operation[]][] = [
  ['upload', ['INSERT']],
  ['download', ['SELECT']],
  ['list', ['SELECT']],
  ['update', ['SELECT', 'UPDATE']],
  ['move', ['SELECT', 'UPDATE']],
  ['copy', ['SELECT', 'INSERT']],
  ['remove', ['SELECT', 'DELETE']],
  ['createSignedUrl', ['SELECT']],
  ['createSignedUrls', ['SELECT']],
  ['getPublicUrl', []],
]

export const methodsAllowedBy = (chosen: readonly Operation[]) =>
  methodNeeds.map(([method, needs]) => ({ method, isAllowed: needs.every((one) => chosen.includes(one)) }))

export const inBucket = (bucket: string) => `bucket_id = ${quoteLiteral(bucket)}`

export const emptyPolicy = (bucket: string): PolicyValues => ({
  name: '',
  operations: [],
  roles: [],
  definition: inBucket(bucket),
})

const HASH_PRIME = 16_777_619
const HASH_START = 2_166_136_261

/** A short suffix per bucket: policy names must be unique in the table, which all buckets share. */
function bucketHash(bucket: string) {
  let hash = HASH_START
  for (const character of bucket) hash = Math.imul(hash ^ character.codePointAt(0)!, HASH_PRIME) >>> 0
  return hash.toString(36)
}

const rolesSql = (roles: readonly string[]) =>
  roles.length === 0
    ? 'public'
    : roles.map((role) => (role === 'public' ? role : quoteIdentifier(role))).join(', ')

const clauseOf = (operation: StoragePolicy['command'], definition: string) =>
  operation === 'INSERT' ? `with check (${definition})` : `using (${definition})`

const objects = quoteQualified('storage', 'objects')

/** One statement per operation, with policy names that are unique to the bucket. */
export const createPolicySql = ({ name, roles, definition, ...values }: PolicyValues, bucket: string) =>
  values.operations.map((operation, index) =>
    [
      `create policy ${quoteIdentifier(`${name} ${bucketHash(bucket)}_${index}`)}`,
      `on ${objects} for ${operation.toLowerCase()}`,
      `to ${rolesSql(roles)} ${clauseOf(operation, definition)};`,
    ].join('\n'),
  )

export const valuesOfPolicy = ({ name, roles, using, check }: StoragePolicy) => ({
  name,
  operations: [],
  definition: using ?? check ?? '',
  roles: roles.filter((role) => role !== 'public'),
})

/** The statements that alter a policy to match the form; its operation cannot be changed. */
export function alterPolicySql(policy: StoragePolicy, { name, roles, definition }: PolicyValues) {
  const table = quoteQualified('storage', policy.table)
  const statements = [
    `alter policy ${quoteIdentifier(policy.name)} on ${table}\nto ${rolesSql(roles)} ${clauseOf(policy.command, definition)};`,
  ]
  if (name !== policy.name)
    statements.push(
      `alter policy ${quoteIdentifier(policy.name)} on ${table}\nrename to ${quoteIdentifier(name)};`,
    )
  return statements
}

/** The roles to choose from: those of the API, and the policy's current ones. */
export const roleChoices = (roles: readonly string[]): string[] => [
  ...new Set<ApiRole | string>([...apiRoles, ...roles]),
]
