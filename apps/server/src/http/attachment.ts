/** A `token` of RFC 9110, which needs no quotes. */
const TOKEN = /^[\w!#$%&'*+\-.^`|~]+$/
/** Characters that end or escape a quoted string, or are not printable ASCII. */
const UNQUOTABLE = /["\\]|[^ -~]/gu
/** Left alone by `encodeURIComponent`, but not allowed by RFC 8187. */
const UNENCODED = /['()*]/g

/**
 * A Content-Disposition to save a file under a name: exact in `filename*` (RFC 8187), and for older clients in
 * `filename`, with underscores for unsupported characters.
 */
export function attachment(name: string) {
  const plain = name.replace(UNQUOTABLE, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    UNENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename=${TOKEN.test(plain) ? plain : `"${plain}"`}; filename*=UTF-8''${encoded}`
}
