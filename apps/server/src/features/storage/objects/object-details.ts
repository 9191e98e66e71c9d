import { isVersion } from '../janitor.ts'
import { isHeaderText } from '../request-parts.ts'
import type { ObjectRow } from './objects.store.ts'

/** Details of an object, safe to use in headers. */
export interface ObjectDetails {
  /** The key of the bytes. */
  version: string
  /** Quoted. */
  eTag: string
  size: number
  lastModified: Date
  contentType: string
  cacheControl: string
  contentDisposition: string | undefined
  contentEncoding: string | undefined
  contentLanguage: string | undefined
  expires: string | undefined
  /** The X-Robots-Tag for search engines. */
  robotsTag: string
}

const ETAG = /^"[!#-~]*"$/

/**
 * Reads columns that a project's own SQL may have written as well. Values unfit for a header, a size or a date are
 * replaced by defaults. Undefined for a row without an upload, which has no bytes.
 */
export function detailsOf({ version, metadata, updated_at }: ObjectRow): ObjectDetails | undefined {
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
