import type { PlanId } from '../organizations/organizations.rules.ts'

export const HTTP_LOG_PAGE_SIZE = 100
export const HTTP_LOG_PAGE_MAX = 1_000

/** How long the calls of a project's own APIs are kept, by the plan of its organization. */
export const httpLogRetentionDays = { free: 1, pro: 7, team: 28, enterprise: 90 } as const satisfies Record<
  PlanId,
  number
>
/** Calls that are kept of one project; older ones make room, so that a busy project cannot fill the disk. */
export const HTTP_LOG_ROWS_MAX = 100_000
/** Calls of one project that are written in one minute; of those beyond it only the number is. */
export const HTTP_LOG_PER_MINUTE = 600

/** Characters of an address that are kept. */
export const HTTP_LOG_PATH_MAX = 500
/** What is written instead of what may be a secret. */
export const HIDDEN = '…'

/** Parameters of the Data API that say what is asked for; the values of all others may be anybody's data, or a key. */
const TELLING = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'])
/** Keys and tokens, wherever they stand. */
const SECRETS = /bst_[a-z]+_[\w-]+|eyJ[\w-]{5,}(?:\.[\w-]*){0,2}|%65yJ[\w-]{5,}/g

/**
 * What the log keeps of an address below `/p/{ref}`: the path, and of the parameters the names, with the values of those
 * that name columns and counts. Keys and tokens are hidden also where nobody expects them.
 */
export function loggedPath(url: string): string {
  const [, rest = ''] = /^\/p\/[^/?]*(.*)$/s.exec(url) ?? []
  const question = rest.indexOf('?')
  const path = (question < 0 ? rest : rest.slice(0, question)) || '/'
  const params = question < 0 ? [] : rest.slice(question + 1).split('&')
  const kept = params.flatMap((param) => {
    const equals = param.indexOf('=')
    // Without a value the name may be one.
    if (equals < 0) return param === '' ? [] : [HIDDEN]
    const name = param.slice(0, equals)
    const isTelling = TELLING.has(name.slice(name.lastIndexOf('.') + 1))
    return [`${name}=${isTelling ? param.slice(equals + 1) : HIDDEN}`]
  })
  return `${path}${kept.length > 0 ? `?${kept.join('&')}` : ''}`
    .replace(SECRETS, HIDDEN)
    .slice(0, HTTP_LOG_PATH_MAX)
}
