/** Schemes that a browser would run or read instead of leaving the page. No list allows them. */
const DANGEROUS = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']

/** More would make matching slow. */
const WILDCARDS_MAX = 4

/**
 * Where users are sent after a link or sign-in: the requested address when it is on the site's own host or in the list,
 * and the site itself otherwise. The result is the address as a browser reads it, without its fragment, so that no
 * spelling is compared that would lead elsewhere.
 */
export function redirectTarget(
  requested: string | undefined,
  { site_url, uri_allow_list }: { site_url: string; uri_allow_list: readonly string[] },
) {
  return (
    (requested === undefined ? undefined : allowedTarget(requested, { site_url, uri_allow_list })) ?? site_url
  )
}

/** An address on the site's own host or in the list, as a browser reads it; undefined for any other. */
export function allowedTarget(
  requested: string,
  { site_url, uri_allow_list }: { site_url: string; uri_allow_list: readonly string[] },
) {
  const url = parse(requested)
  if (url === undefined) return undefined
  const isAllowed =
    isOnSite(url, new URL(site_url)) || uri_allow_list.some((pattern) => matches(pattern, url))
  return isAllowed ? url.href : undefined
}

function parse(text: string): URL | undefined {
  // Browsers drop line breaks and tabs, and take \ for /.
  if (/[\s\\\p{Cc}]/u.test(text) || !/^[a-z][a-z0-9+.-]*:/i.test(text) || !URL.canParse(text))
    return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || DANGEROUS.includes(url.protocol)) return undefined
  url.hash = ''
  return url
}

/** Any port counts as the same site: servers for development take the next free one. */
const isOnSite = (url: URL, site: URL) =>
  url.hostname !== '' &&
  url.hostname === site.hostname &&
  (url.protocol === site.protocol || url.protocol === 'https:')

/** An address without a path ends in a slash in its normal form, which patterns need not have. */
const matches = (pattern: string, url: URL) => {
  const expression = globExpression(pattern)
  return expression.test(url.href) || (url.pathname === '/' && expression.test(url.href.replace(/\/$/, '')))
}

/**
 * The expression of a pattern: `*` stands for characters other than `.` and `/`, `**` for any, `?` for one other than these,
 * and `{a,b}` for one of several texts.
 */
export function globExpression(pattern: string): RegExp {
  let source = ''
  let depth = 0
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]!
    if (character === '*' && pattern[at + 1] === '*') {
      source += '.*'
      at += 1
    } else if (character === '*') source += '[^./]*'
    else if (character === '?') source += '[^./]'
    else if (character === '{' && pattern.indexOf('}', at) > at) {
      source += '(?:'
      depth += 1
    } else if (character === '}' && depth > 0) {
      source += ')'
      depth -= 1
    } else if (character === ',' && depth > 0) source += '|'
    else source += character.replace(/[.+^$()|[\]\\{}/]/g, '\\$&')
  }
  return new RegExp(`^${source}${')'.repeat(depth)}$`, 'u')
}

/** Why a pattern cannot be in the list, as a sentence; undefined when it can. */
export function redirectPatternProblem(pattern: string): string | undefined {
  if (/[\s\\\p{Cc}]/u.test(pattern)) return 'A redirect URL has no spaces or backslashes'
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(pattern)
  if (!scheme) return 'Begin with a scheme, such as https:// or myapp://'
  if (DANGEROUS.includes(`${scheme[1]!.toLowerCase()}:`)) return `${scheme[1]}: is not allowed`
  const host = /^[^/]*/.exec(scheme[2]!)![0]
  if (/^https?$/i.test(scheme[1]!) && /^\*+$/.test(host))
    return 'Name the host: * alone would allow every site'
  if ((pattern.match(/\*+/g) ?? []).length > WILDCARDS_MAX)
    return `A redirect URL has at most ${WILDCARDS_MAX} wildcards`
  return undefined
}
