import type { IncomingHttpHeaders } from 'node:http'

interface Validators {
  /** Quoted. */
  eTag: string
  lastModified: Date
}

/** Evaluates the conditional headers of a read request (RFC 9110, 13.2.2). */
export function conditionOf(headers: IncomingHttpHeaders, { eTag, lastModified }: Validators) {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  if (match !== undefined && !includesETag(match, eTag)) return 'failed'
  if (match === undefined && isBefore(headers['if-unmodified-since'], lastModified)) return 'failed'
  if (noneMatch !== undefined) return includesETag(noneMatch, eTag) ? 'not_modified' : 'fulfilled'
  const since = headers['if-modified-since']
  return since !== undefined && !Number.isNaN(Date.parse(since)) && !isBefore(since, lastModified)
    ? 'not_modified'
    : 'fulfilled'
}

/** Whether the representation that the client has partially is still current (If-Range). */
export function isRangeCurrent(ifRange: string | string[] | undefined, { eTag, lastModified }: Validators) {
  if (typeof ifRange !== 'string') return true
  return ifRange.startsWith('"') ? ifRange === eTag : !isBefore(ifRange, lastModified)
}

const includesETag = (list: string, eTag: string) => {
  const eTags = eTagsIn(list)
  return eTags.includes('*') || eTags.includes(eTag)
}

/** The quoted ETags of a list, or an asterisk. Some S3 clients omit the quotes. */
export const eTagsIn = (list: string) =>
  list.split(',').map((one) => {
    const bare = one.trim().replace(/^W\//, '')
    return bare === '*' || bare.startsWith('"') ? bare : `"${bare}"`
  })

/** HTTP dates have a resolution of one second. */
const isBefore = (date: string | undefined, moment: Date) =>
  date !== undefined && Date.parse(date) < Math.floor(moment.getTime() / 1000) * 1000
