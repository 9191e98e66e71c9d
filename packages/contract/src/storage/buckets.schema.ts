import { z } from 'zod'
import { Text } from '../text.ts'
import { BUCKET_NAME_MAX } from './names.rules.ts'

/** Powers of ten, as clients of the storage service expect. */
const UNITS = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 } as const

/** Bytes as a number or as `20MB`, which is 20,000,000. */
const FileSizeLimit = z
  .union([z.number(), z.string()])
  .transform((value, context) => {
    const [, digits, unit = 'b'] = /^(\d+(?:\.\d+)?)\s*([kmg]?b)?$/i.exec(String(value).trim()) ?? []
    const bytes = Math.floor(Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS])
    if (digits !== undefined && Number.isSafeInteger(bytes)) return bytes
    context.addIssue({ code: 'custom', message: 'A size is a number of bytes, or text such as 20MB' })
    return z.NEVER
  })
  .pipe(z.number().int().min(0))

const MimeType = Text.trim()
  .max(200)
  .regex(/^[\w.*+-]+\/[\w.*+-]+$/, 'A MIME type looks like image/png or image/*')

/** What a bucket accepts; null lifts a limit. */
export const BucketRules = z.object({
  public: z.boolean().optional(),
  file_size_limit: FileSizeLimit.nullish(),
  allowed_mime_types: z.array(MimeType).max(500).nullish(),
})
export type BucketRules = z.infer<typeof BucketRules>

export const NewBucket = BucketRules.extend({
  id: Text.max(BUCKET_NAME_MAX * 2).optional(),
  name: Text.max(BUCKET_NAME_MAX * 2).optional(),
  type: z.string().optional(),
  versioning_status: z.string().optional(),
})
export type NewBucket = z.infer<typeof NewBucket>

export const Bucket = z
  .object({
    id: z.string(),
    name: z.string(),
    owner: z.string().nullable(),
    public: z.boolean(),
    file_size_limit: z.number().nullable(),
    allowed_mime_types: z.array(z.string()).nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Bucket' })
export type Bucket = z.infer<typeof Bucket>

export const bucketSortColumns = ['id', 'name', 'created_at', 'updated_at'] as const

export const BucketList = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  search: Text.max(200).default(''),
  sortColumn: z.enum(bucketSortColumns).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})
export type BucketList = z.infer<typeof BucketList>
