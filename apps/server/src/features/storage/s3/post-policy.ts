import { z } from 'zod'
import { storageError } from '../storage-error.ts'
import type { S3Fields } from './s3-request.ts'

const Bytes = z.coerce.number().int().min(0)

/** A policy as signed by the sender of a form (Amazon S3, "Creating a POST policy"). */
const Policy = z.object({
  expiration: z.iso.datetime({ offset: true }),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), Bytes, Bytes]),
      z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
})

/** Inclusive, in bytes. */
export interface SizeRange {
  min: number
  max: number
}

/** Fields that need no condition. */
const isFree = (field: string) =>
  ['policy', 'x-amz-signature', 'file'].includes(field) || field.startsWith('x-ignore-')

/**
 * Checks a form's fields, including the bucket, against its policy: each condition must be met, and each field must
 * have one. Throws AccessDenied, or InvalidPolicyDocument for an invalid policy. Returns the allowed file size.
 */
export function checkPolicy(base64: string, fields: S3Fields, now: Date): SizeRange {
  const { expiration, conditions } = parsedPolicy(base64)
  if (Date.parse(expiration) <= now.getTime())
    throw storageError('AccessDenied', 'Invalid according to Policy: Policy expired')
  const size: SizeRange = { min: 0, max: Number.POSITIVE_INFINITY }
  const named = new Set<string>()
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      size.min = Math.max(size.min, condition[1])
      size.max = Math.min(size.max, condition[2])
      continue
    }
    const rules: readonly (readonly [string, string, string])[] = Array.isArray(condition)
      ? [[condition[0], condition[1].slice(1), condition[2]]]
      : Object.entries(condition).map(([field, value]) => ['eq', field, value] as const)
    for (const [operator, name, value] of rules) {
      const field = name.toLowerCase()
      const given = fields[field] ?? ''
      named.add(field)
      if (operator === 'eq' ? given !== value : !given.startsWith(value))
        throw storageError(
          'AccessDenied',
          `Invalid according to Policy: Policy Condition failed: ["${operator}", "$${name}", "${value}"]`,
        )
    }
  }
  const extra = Object.keys(fields).find((field) => !isFree(field) && !named.has(field))
  if (extra !== undefined)
    throw storageError('AccessDenied', `Invalid according to Policy: Extra input fields: ${extra}`)
  return size
}

function parsedPolicy(base64: string) {
  try {
    return Policy.parse(JSON.parse(Buffer.from(base64, 'base64').toString('utf8')))
  } catch (cause) {
    throw storageError('InvalidPolicyDocument', undefined, cause)
  }
}
