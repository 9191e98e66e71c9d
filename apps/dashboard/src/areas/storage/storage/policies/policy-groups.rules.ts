import type { StoragePolicy } from '@basalt/contract/storage/policies.endpoints.ts'
import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'

const BUCKET_CONDITION = /\bbucket_id\s*=\s*E?'((?:[^']|'')*)'/g

/** The buckets that a policy on objects names. */
export function bucketsNamedBy({ using, check }: Pick<StoragePolicy, 'using' | 'check'>): string[] {
  const conditions = [...`${using ?? ''} ${check ?? ''}`.matchAll(BUCKET_CONDITION)]
  return [...new Set(conditions.map(([, name]) => name!.replaceAll("''", "'")))]
}

export const policiesOf = (policies: readonly StoragePolicy[], bucket: string) =>
  policies.filter((policy) => policy.table === 'objects' && bucketsNamedBy(policy).includes(bucket))

/** Of objects, but of no bucket in particular. */
export const otherPolicies = (policies: readonly StoragePolicy[]) =>
  policies.filter((policy) => policy.table === 'objects' && bucketsNamedBy(policy).length === 0)

/** What is left over when a bucket goes: policies that speak of it alone. */
export const policiesOnlyOf = (policies: readonly StoragePolicy[], bucket: string) =>
  policiesOf(policies, bucket).filter((policy) => bucketsNamedBy(policy).length === 1)

export const dropPolicySql = ({ name, table }: Pick<StoragePolicy, 'name' | 'table'>) =>
  `drop policy ${quoteIdentifier(name)} on ${quoteQualified('storage', table)};`
