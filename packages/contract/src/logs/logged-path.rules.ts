/** Characters logged of an address. */
export const LOGGED_PATH_MAX = 500
/** Replaces values that may be secret. */
export const HIDDEN = '…'

/** Parameters of the Data API whose values are logged: columns and counts. All others may hold personal data or keys. */
const LOGGED_PARAMS = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'])
/** Keys and tokens, anywhere in an address. */
const SECRETS = /bst_[a-z]+_[\w-]+|eyJ[\w-]{5,}(?:\.[\w-]*){0,2}|%65yJ[\w-]{5,}/g
/** How each of them begins. Nearly no address has one, and every call is logged. */
const BEGINNINGS = ['bst_', 'eyJ', '%65yJ']
const PREFIX = '/p/'

/**
 * The logged form of an address below `/p/{ref}`: the path and the names of the parameters, with the values of those
 * that hold only columns and counts. Keys and tokens are hidden everywhere.
 */
export function loggedPath(url: string): string {
  const rest = behindRef(url)
  const question = rest.indexOf('?')
  const path = (question < 0 ? rest : rest.slice(0, question)) || '/'
  const params = question < 0 ? '' : loggedParams(rest.slice(question + 1))
  const logged = params === '' ? path : `${path}?${params}`
  const mayHaveSecret = BEGINNINGS.some((beginning) => logged.includes(beginning))
  return (mayHaveSecret ? logged.replace(SECRETS, HIDDEN) : logged).slice(0, LOGGED_PATH_MAX)
}

function behindRef(url: string) {
  if (!url.startsWith(PREFIX)) return ''
  const question = url.indexOf('?')
  const slash = url.indexOf('/', PREFIX.length)
  const end = slash < 0 || (question >= 0 && question < slash) ? question : slash
  return end < 0 ? '' : url.slice(end)
}

function loggedParams(query: string) {
  let logged = ''
  for (const param of query.split('&')) {
    if (param === '') continue
    const equals = param.indexOf('=')
    const name = param.slice(0, equals)
    const isLogged = LOGGED_PARAMS.has(name.slice(name.lastIndexOf('.') + 1))
    // A parameter without `=` may be a bare value.
    const shown = equals < 0 ? HIDDEN : isLogged ? param : `${name}=${HIDDEN}`
    logged += logged === '' ? shown : `&${shown}`
  }
  return logged
}
