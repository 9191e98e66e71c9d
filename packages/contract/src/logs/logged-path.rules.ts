/** Characters logged of an address. */
export const LOGGED_PATH_MAX = 500
/** Replaces values that may be secret. */
export const HIDDEN = '…'

/** Parameters of the Data API whose values are logged: columns and counts. All others may hold personal data or keys. */
const LOGGED_PARAMS = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'])
/** Keys and tokens, anywhere in an address. */
const SECRETS = /bst_[a-z]+_[\w-]+|eyJ[\w-]{5,}(?:\.[\w-]*){0,2}|%65yJ[\w-]{5,}/g

/**
 * The logged form of an address below `/p/{ref}`: the path and the names of the parameters, with the values of those
 * that hold only columns and counts. Keys and tokens are hidden everywhere.
 */
export function loggedPath(url: string): string {
  const [, rest = ''] = /^\/p\/[^/?]*(.*)$/s.exec(url) ?? []
  const question = rest.indexOf('?')
  const path = (question < 0 ? rest : rest.slice(0, question)) || '/'
  const params = question < 0 ? [] : rest.slice(question + 1).split('&')
  const logged = params.flatMap((param) => {
    const equals = param.indexOf('=')
    // A parameter without `=` may be a bare value.
    if (equals < 0) return param === '' ? [] : [HIDDEN]
    const name = param.slice(0, equals)
    const isLogged = LOGGED_PARAMS.has(name.slice(name.lastIndexOf('.') + 1))
    return [`${name}=${isLogged ? param.slice(equals + 1) : HIDDEN}`]
  })
  return `${path}${logged.length > 0 ? `?${logged.join('&')}` : ''}`
    .replace(SECRETS, HIDDEN)
    .slice(0, LOGGED_PATH_MAX)
}
