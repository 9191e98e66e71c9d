import type { IncomingHttpHeaders } from 'node:http'

interface Validators {
  /** In quotes. */
  eTag: string
  lastModified: Date
}

/** What the conditions of a request for reading come to (RFC 9110, 13.2.2). */
export function conditionOf(headers: IncomingHttpHeaders, { eTag, lastModified }: Validators) {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  if (match !== undefined && !names(match, eTag)) return 'failed'
  if (match === undefined && isBefore(headers['if-unmodified-since'], lastModified)) return 'failed'
  if (noneMatch !== undefined) return names(noneMatch, eTag) ? 'not_modified' : 'fulfilled'
  const since = headers['if-modified-since']
  return since !== undefined && !Number.isNaN(Date.parse(since)) && !isBefore(since, lastModified)
    ? 'not_modified'
    : 'fulfilled'
}

/** Whether a range still belongs to what the client has the beginning of. */
export function isRangeCurrent(ifRange: string | string[] | undefined, { eTag, lastModified }: Validators) {
  if (typeof ifRange !== 'string') return true
  return ifRange.startsWith('"') ? ifRange === eTag : !isBefore(ifRange, lastModified)
}

const names = (list: string, eTag: string) => {
  const eTags = eTagsIn(list)
  return eTags.includes('*') || eTags.includes(eTag)
}

/** The ETags of a list, in quotes, which some clients of S3 leave out; or an asterisk. */
export const eTagsIn = (list: string) =>
  list.split(',').map((one) => {
    const bare = one.trim().replace(/^W\//, '')
    return bare === '*' || bare.startsWith('"') ? bare : `"${bare}"`
  })

/** Headers know whole seconds only. */
const isBefore = (date: string | undefined, moment: Date) =>
  date !== undefined && Date.parse(date) < Math.floor(moment.getTime() / 1000) * 1000
