import type { Bucket, BucketRules } from '@basalt/contract/storage/buckets.schema.ts'
import { bucketNameProblem } from '@basalt/contract/storage/names.rules.ts'
import { z } from 'zod'
import { formatBytes } from '../../../../lib/bytes.ts'
import { amountOf, bytesOf, sizeUnits } from '../size.rules.ts'

export interface BucketValues {
  name: string
  isPublic: boolean
  hasLimit: boolean
  amount: string
  unit: (typeof sizeUnits)[number]
  hasTypes: boolean
  types: string
}

const MIME_TYPE = /^[\w.*+-]+\/[\w.*+-]+$/

export const emptyBucketValues: BucketValues = {
  name: '',
  isPublic: false,
  hasLimit: false,
  amount: '',
  unit: 'MB',
  hasTypes: false,
  types: '',
}

export const valuesOf = ({ name, file_size_limit, allowed_mime_types, ...bucket }: Bucket): BucketValues => ({
  ...emptyBucketValues,
  ...(file_size_limit !== null && amountOf(file_size_limit)),
  name,
  isPublic: bucket.public,
  hasLimit: file_size_limit !== null,
  hasTypes: allowed_mime_types !== null,
  types: allowed_mime_types?.join(', ') ?? '',
})

/** Splits a comma-separated list of types, without empty parts. */
export const typesOf = (text: string) =>
  text
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '')

/**
 * The schema of the bucket form. `globalLimit` is the project's, in bytes, if known; the name is validated only for a
 * new bucket.
 */
export const bucketForm = (globalLimit: number | undefined, isNew: boolean) =>
  z
    .object({
      name: z.string(),
      isPublic: z.boolean(),
      hasLimit: z.boolean(),
      amount: z.string(),
      unit: z.enum(sizeUnits),
      hasTypes: z.boolean(),
      types: z.string(),
    })
    .superRefine(({ name, hasLimit, amount, unit, hasTypes, types }, context) => {
      const problem = (path: keyof BucketValues, message: string | undefined) =>
        message !== undefined && context.addIssue({ code: 'custom', path: [path], message })
      if (isNew) problem('name', bucketNameProblem(name))
      if (hasLimit) problem('amount', limitProblem(bytesOf(amount, unit), globalLimit))
      if (hasTypes && !typesOf(types).every((type) => MIME_TYPE.test(type)))
        problem('types', 'Invalid MIME type format. Please check your input.')
    })

function limitProblem(bytes: number | undefined, globalLimit: number | undefined) {
  if (bytes === undefined) return 'Enter a number of 0 or more'
  if (globalLimit !== undefined && bytes > globalLimit)
    return `Exceeds global limit of ${formatBytes(globalLimit)}. Increase limit in Storage Settings first.`
  return undefined
}

/** The rules to send to the server; a disabled rule becomes null. */
export function rulesOf({ isPublic, hasLimit, amount, unit, hasTypes, types }: BucketValues) {
  const allowed = typesOf(types)
  return {
    public: isPublic,
    file_size_limit: hasLimit ? (bytesOf(amount, unit) ?? null) : null,
    allowed_mime_types: hasTypes && allowed.length > 0 ? allowed : null,
  } satisfies BucketRules
}
