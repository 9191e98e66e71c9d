/** What RFC 4013 prohibits, or what has no meaning in Unicode yet; PostgreSQL then uses the password as it is. */
const PROHIBITED =
  /[\p{Cc}\p{Co}\p{Cs}\p{Cn}\u200e\u200f\u202a-\u202e\u206a-\u206f\u2ff0-\u2ffb\ufff9-\ufffd]/u

/** RFC 3454, table B.1: commonly mapped to nothing. */
const INVISIBLE = /[\u00ad\u1806\u200b-\u200d\u2060\ufeff]|\u034f|[\u180b-\u180d\ufe00-\ufe0f]/gu

/** RFC 3454, table C.1.2. */
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu

/**
 * A password as SCRAM hashes it (SASLprep, RFC 4013), so that both sides agree on one that can be typed in several ways. As
 * in PostgreSQL, a password that cannot be prepared stays as it is.
 */
export function preparedPassword(password: string): string {
  if (/^[\x20-\x7e]*$/.test(password)) return password
  const prepared = password.replace(INVISIBLE, '').replace(SPACES, ' ').normalize('NFKC')
  return prepared === '' || PROHIBITED.test(prepared) ? password : prepared
}
