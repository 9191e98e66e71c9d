import { DataApiError } from '../data-api-error.ts'

/** The parameters of a query string in order. Throws PGRST100 for invalid UTF-8 and NUL characters. */
export function parseQueryString(text: string): [string, string][] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      return equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
    })
}

function decode(text: string): string {
  let decoded: string
  try {
    // A percent sign that starts no escape is literal, as in `like.%a%`.
    decoded = decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![0-9A-Fa-f]{2})/g, '%25'))
  } catch {
    throw new DataApiError('PGRST100', 'The query string is not valid UTF-8')
  }
  // A NUL would end the statement in PostgreSQL's protocol.
  if (decoded.includes('\0') || !decoded.isWellFormed())
    throw new DataApiError('PGRST100', 'The query string has a character that text cannot have')
  return decoded
}
