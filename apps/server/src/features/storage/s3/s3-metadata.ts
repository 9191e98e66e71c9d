const PREFIX = 'x-amz-meta-'
const ENCODED = /^=\?UTF-8\?B\?([\w+/=]*)\?=$/i
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
const PLAIN = /^[ -~]*$/

/** The user metadata in `x-amz-meta-` headers; null without any. Values beyond ASCII are encoded (RFC 2047). */
export function userMetadataIn(fields: Readonly<Record<string, string | undefined>>) {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), decoded(String(value))] as const] : [],
  )
  return pairs.length > 0 ? Object.fromEntries(pairs) : null
}

function decoded(value: string) {
  const base64 = ENCODED.exec(value)?.[1]
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('utf8')
}

/** The `x-amz-meta-` headers of user metadata. Names of other protocols that are invalid in headers are omitted. */
export const metadataHeaders = (metadata: Record<string, unknown> | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata ?? {}).flatMap(([name, value]) =>
      HEADER_NAME.test(name) ? [[`${PREFIX}${name}`, encoded(value)]] : [],
    ),
  )

function encoded(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return PLAIN.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
}
