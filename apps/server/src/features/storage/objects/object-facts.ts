import { isVersion } from '../janitor.ts'
import { isHeaderText } from '../request-parts.ts'
import type { ObjectRow } from './objects.store.ts'

/** An object's facts, safe to use in headers. */
export interface ObjectFacts {
  /** Where the bytes lie. */
  version: string
  /** In quotes. */
  eTag: string
  size: number
  lastModified: Date
  contentType: string
  cacheControl: string
  contentDisposition: string | undefined
  contentEncoding: string | undefined
  contentLanguage: string | undefined
  expires: string | undefined
  /** What search engines may do with it. */
  robotsTag: string
}

const ETAG = /^"[!#-~]*"$/

/**
 * Reads the columns that a project's own SQL may have written as well: what cannot be a header, a size or a date is
 * replaced by what an upload without it would have. Undefined for a row that no upload made: it has no bytes.
 */
export function factsOf({ version, metadata, updated_at }: ObjectRow): ObjectFacts | undefined {
  const stated: Record<string, unknown> =
    typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? { ...metadata } : {}
  const text = (name: string) => {
    const value = stated[name]
    return typeof value === 'string' && value !== '' && isHeaderText(value) ? value : undefined
  }
  const eTag = text('eTag')
  const { size } = stated
  if (eTag === undefined || !ETAG.test(eTag) || !isVersion(version)) return undefined
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return undefined
  const lastModified = new Date(text('lastModified') ?? updated_at)
  return {
    version,
    eTag,
    size,
    lastModified: Number.isNaN(lastModified.getTime()) ? new Date(updated_at) : lastModified,
    contentType: text('mimetype') ?? 'application/octet-stream',
    cacheControl: text('cacheControl') ?? 'no-cache',
    contentDisposition: text('contentDisposition'),
    contentEncoding: text('contentEncoding'),
    contentLanguage: text('contentLanguage'),
    expires: text('expires'),
    robotsTag: text('xRobotsTag') ?? 'none',
  }
}
