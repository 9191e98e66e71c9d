import { z } from 'zod'
import { Text } from '../text.ts'
import { Transformation } from './images.schema.ts'
import { LIST_PAGE_MAX } from './limits.rules.ts'
import { Sort } from './objects.schema.ts'

/** What the explorer shows of a folder at a time. */
export const EXPLORER_PAGE_SIZE = 200
/** How many files and folders one call moves or deletes. */
export const BULK_MAX = 10_000

/** Files of a folder are counted up to this number before it is deleted. */
export const COUNTED_MAX = 100_000

export const ObjectPath = Text.min(1).max(2048)

/**
 * The last entry of the page before, so that the next one begins right there: a folder without an id, or a file with
 * what it was sorted by.
 */
const After = z.object({
  name: Text.max(1024),
  id: z.string().max(64).nullable(),
  value: z.iso.datetime({ offset: true }).optional(),
})

export const FolderPageRequest = z.object({
  /** The folder from the bucket's root, without a slash around it; empty for the root. */
  path: Text.max(2048),
  options: z
    .object({
      limit: z.number().int().min(1).max(LIST_PAGE_MAX).default(EXPLORER_PAGE_SIZE),
      offset: z.number().int().min(0).max(100_000_000).default(0),
      /** What names begin with, whatever their case. */
      search: Text.max(1024).nullish(),
      sortBy: Sort.nullish(),
      after: After.nullish(),
    })
    .prefault({}),
})
export type FolderPageRequest = z.output<typeof FolderPageRequest>

export const Move = z.object({ from: ObjectPath, to: ObjectPath })
export type Move = z.infer<typeof Move>

/** Whether a path names a folder with everything below it. */
export const isFolderPath = (path: string) => path.endsWith('/')

export const DownloadOptions = z.object({
  /** Saves the file instead of showing it. */
  download: z.boolean().optional(),
  /** Under this name; its own unless given. */
  downloadName: Text.max(255).optional(),
  transform: Transformation.optional(),
})

const SECONDS_MAX = 1000 * 365 * 24 * 60 * 60
const DAY_SECONDS = 86_400
export const ExpiresIn = z.number().int().min(1).max(SECONDS_MAX).default(DAY_SECONDS)

export const SignOptions = DownloadOptions.optional()
