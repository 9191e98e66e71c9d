/** What may stand in a header as a word of its own (RFC 9110, token). */
const TOKEN = /^[\w!#$%&'*+\-.^`|~]+$/
/** All but what ends or escapes a quoted word, and what is not printable ASCII. */
const UNQUOTABLE = /["\\]|[^ -~]/gu
/** `encodeURIComponent` leaves these as they are, but RFC 8187 does not allow them. */
const UNENCODED = /['()*]/g

/**
 * A Content-Disposition that saves a file under a name: as it is in `filename*` (RFC 8187), and for older clients in
 * `filename`, with an underscore for what that cannot hold.
 */
export function attachment(name: string) {
  const plain = name.replace(UNQUOTABLE, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    UNENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename=${TOKEN.test(plain) ? plain : `"${plain}"`}; filename*=UTF-8''${encoded}`
}
