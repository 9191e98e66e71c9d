import type { StoragePolicy } from '@basalt/contract/storage/policies.endpoints.ts'
import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'

const BUCKET_CONDITION = /\bbucket_id\s*=\s*E?'((?:[^']|'')*)'/g

/** The buckets named in a policy's conditions. */
export function bucketsNamedBy({ using, check }: Pick<StoragePolicy, 'using' | 'check'>): string[] {
  const conditions = [...`${using ?? ''} ${check ?? ''}`.matchAll(BUCKET_CONDITION)]
  return [...new Set(conditions.map(([, name]) => name!.replaceAll("''", "'")))]
}

export const policiesOf = (policies: readonly StoragePolicy[], bucket: string) =>
  policies.filter((policy) => policy.table === 'objects' && bucketsNamedBy(policy).includes(bucket))

/** Policies on objects that name no bucket. */
export const otherPolicies = (policies: readonly StoragePolicy[]) =>
  policies.filter((policy) => policy.table === 'objects' && bucketsNamedBy(policy).length === 0)

/** The policies that name only this bucket, and are obsolete once it is deleted. */
export const policiesOnlyOf = (policies: readonly StoragePolicy[], bucket: string) =>
  policiesOf(policies, bucket).filter((policy) => bucketsNamedBy(policy).length === 1)

export const dropPolicySql = ({ name, table }: Pick<StoragePolicy, 'name' | 'table'>) =>
  `drop policy ${quoteIdentifier(name)} on ${quoteQualified('storage', table)};`
