import { z } from 'zod'
import { Text } from '../text.ts'
import { Transformation } from './images.schema.ts'
import { LIST_PAGE_MAX } from './limits.rules.ts'
import { Sort } from './objects.schema.ts'

/** Entries of a folder that the explorer loads at a time. */
export const EXPLORER_PAGE_SIZE = 200
/** How many files and folders one call moves or deletes. */
export const BULK_MAX = 10_000

/** Files of a folder are counted up to this number before it is deleted. */
export const COUNTED_MAX = 100_000

export const ObjectPath = Text.min(1).max(2048)

/**
 * A keyset cursor: the last entry of the previous page. A folder has no id; a file has the value it was sorted by.
 */
const After = z.object({
  name: Text.max(1024),
  id: z.string().max(64).nullable(),
  value: z.iso.datetime({ offset: true }).optional(),
})

export const FolderPageRequest = z.object({
  /** The folder relative to the bucket's root, without leading or trailing slash; empty for the root. */
  path: Text.max(2048),
  options: z
    .object({
      limit: z.number().int().min(1).max(LIST_PAGE_MAX).default(EXPLORER_PAGE_SIZE),
      offset: z.number().int().min(0).max(100_000_000).default(0),
      /** A prefix of names, case-insensitive. */
      search: Text.max(1024).nullish(),
      sortBy: Sort.nullish(),
      after: After.nullish(),
    })
    .prefault({}),
})
export type FolderPageRequest = z.output<typeof FolderPageRequest>

export const Move = z.object({ from: ObjectPath, to: ObjectPath })
export type Move = z.infer<typeof Move>

/** Whether a path is a folder, with everything below it. */
export const isFolderPath = (path: string) => path.endsWith('/')

export const DownloadOptions = z.object({
  /** Downloads the file instead of displaying it. */
  download: z.boolean().optional(),
  /** The file name of the download; the object's by default. */
  downloadName: Text.max(255).optional(),
  transform: Transformation.optional(),
})

const SECONDS_MAX = 1000 * 365 * 24 * 60 * 60
const DAY_SECONDS = 86_400
export const ExpiresIn = z.number().int().min(1).max(SECONDS_MAX).default(DAY_SECONDS)

export const SignOptions = DownloadOptions.optional()
