import { z } from 'zod'
import { Text } from '../text.ts'
import { Transformation } from './images.schema.ts'
import { LIST_PAGE_MAX, LIST_PAGE_SIZE } from './limits.rules.ts'

/** The metadata of an object's content. */
export interface ObjectMetadata {
  /** Quoted, as in the header. */
  eTag: string
  size: number
  contentLength: number
  mimetype: string
  cacheControl: string
  lastModified: string
  httpStatusCode: number
  /** Headers that the uploader set for every download. */
  contentDisposition?: string
  contentEncoding?: string
  contentLanguage?: string
  expires?: string
  /** The `X-Robots-Tag` header. */
  xRobotsTag?: string
  /** Tags of the S3 protocol. */
  tags?: Record<string, string>
}

export const objectSortColumns = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const
export type ObjectSortColumn = (typeof objectSortColumns)[number]

export const Sort = z.object({
  column: z
    .enum(objectSortColumns)
    .nullish()
    .transform((column) => column ?? 'name'),
  order: z
    .string()
    .nullish()
    .transform((order) => (order?.toLowerCase() === 'desc' ? ('desc' as const) : ('asc' as const))),
})
export type ObjectSort = z.output<typeof Sort>

const BY_NAME: ObjectSort = { column: 'name', order: 'asc' }
const Limit = z.coerce.number().int().min(1).max(LIST_PAGE_MAX).default(LIST_PAGE_SIZE)

/** A page of one folder: its folders first, then its files. */
export const ObjectListRequest = z.object({
  prefix: Text.max(2048).default(''),
  limit: Limit,
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
  search: Text.max(1024).nullish(),
  sortBy: Sort.nullish().transform((sort) => sort ?? BY_NAME),
})
export type ObjectListRequest = z.output<typeof ObjectListRequest>

const VersionFilter = z.enum(['exclude', 'include', 'only']).default('exclude')

/** A page by cursor: of one folder with `with_delimiter`, else of everything below a prefix. */
export const ObjectListV2Request = z.object({
  prefix: Text.max(2048).nullish(),
  limit: z.coerce.number().int().min(1).max(LIST_PAGE_MAX).default(1000),
  cursor: z.string().max(8192).nullish(),
  with_delimiter: z.boolean().default(false),
  /** Whether the prefix is the whole name. */
  exactMatch: z.boolean().default(false),
  /** Objects only have their current version, so `only` finds nothing. */
  noncurrentVersions: VersionFilter,
  deleteMarkers: VersionFilter,
  sortBy: Sort.nullish().transform((sort) => sort ?? BY_NAME),
})
export type ObjectListV2Request = z.output<typeof ObjectListV2Request>

/** An entry of a folder; a folder has no id and no dates. */
export const ListedObject = z
  .object({
    name: z.string(),
    id: z.string().nullable(),
    updated_at: z.string().nullable(),
    created_at: z.string().nullable(),
    last_accessed_at: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'ListedObject' })
export type ListedObject = z.infer<typeof ListedObject>

const Key = Text.min(1).max(2048)

const Relocation = z.object({
  bucketId: Key,
  sourceKey: Key,
  destinationKey: Key,
  destinationBucket: Key.nullish(),
  sourceVersionId: z.string().nullish(),
})
export const MoveRequest = Relocation
/** `metadata` applies when the source's is not copied. Values are valid in headers, without control characters. */
const HeaderText = Text.max(1024).regex(/^[ -~\u0080-\u00ff]*$/)
export const CopyRequest = Relocation.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ mimetype: HeaderText.optional(), cacheControl: HeaderText.optional() }).nullish(),
})

export const DeleteRequest = z.object({ prefixes: z.array(Key).min(1) })

/** A thousand years. */
const SECONDS_MAX = 1000 * 365 * 24 * 60 * 60
const ExpiresIn = z.coerce.number().int().min(1).max(SECONDS_MAX)

export const SignRequest = z.object({
  expiresIn: ExpiresIn,
  transform: Transformation.nullish(),
})
/** URLs that one call signs. */
const SIGNED_AT_ONCE_MAX = 50_000
export const SignManyRequest = z.object({
  expiresIn: ExpiresIn,
  paths: z.array(Key).min(1).max(SIGNED_AT_ONCE_MAX),
})

/** Folders and objects by their paths from the bucket's root; an empty path is the whole bucket. */
export const ZipRequest = z.object({
  paths: z.array(Text.max(2048)).min(1).max(10_000),
  name: Text.min(1).max(255).default('files.zip'),
})
export const SignZipRequest = ZipRequest.extend({ expiresIn: ExpiresIn })
