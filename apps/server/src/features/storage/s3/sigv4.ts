import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A request as signed by its sender. */
export interface SignedRequest {
  method: string
  /** As received: percent-encoded, with the query. */
  url: string
  headers: Readonly<Record<string, string>>
  /** Possible values of `host` as sent by the client, most likely first. */
  hosts: readonly string[]
}

/** The contents of a signature, from the header or, for presigned URLs, from the query. */
export interface Claim {
  accessKey: string
  /** `date/region/service/aws4_request`. */
  scope: string
  signedHeaders: readonly string[]
  signature: string
  /** `20260301T120000Z`. */
  time: string
  /** Null in the header form, which is valid for 15 minutes. */
  expiresSeconds: number | null
}

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Uint8Array, data: string) => createHmac('sha256', key).update(data).digest()

/** Undefined when the request has no supported signature. */
export function claimOf({ url, headers }: Pick<SignedRequest, 'url' | 'headers'>): Claim | undefined {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  const isPresigned = query.get('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256'
  const [, fields] = /^AWS4-HMAC-SHA256\s+(.*)$/.exec(headers.authorization ?? '') ?? []
  if (!isPresigned && fields === undefined) return undefined
  const field = (name: string) =>
    isPresigned
      ? query.get(`X-Amz-${name}`)
      : new RegExp(`(?:^|[,\\s])${name}=([^,\\s]+)`).exec(fields ?? '')?.[1]
  const [accessKey, ...scope] = (field('Credential') ?? '').split('/')
  const time = isPresigned ? query.get('X-Amz-Date') : headers['x-amz-date']
  const signature = field('Signature')
  if (!accessKey || scope.length !== 4 || !signature || !time || !/^\d{8}T\d{6}Z$/.test(time))
    return undefined
  return {
    accessKey,
    scope: scope.join('/'),
    signedHeaders: (field('SignedHeaders') ?? '').split(';'),
    signature,
    time,
    expiresSeconds: isPresigned ? Number(query.get('X-Amz-Expires') ?? 0) : null,
  }
}

export function signingKey(secret: string, scope: string) {
  return scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`) as Buffer
}

/** Whether the signature is valid for the secret and one of the hosts. */
export function isSignedWith(secret: string, claim: Claim, request: SignedRequest) {
  const key = signingKey(secret, claim.scope)
  return request.hosts.some((host) => {
    const canonical = canonicalRequest(claim, request, host)
    const text = ['AWS4-HMAC-SHA256', claim.time, claim.scope, sha256(canonical)].join('\n')
    return isSame(hmac(key, text).toString('hex'), claim.signature)
  })
}

export const isSame = (expected: string, given: string) =>
  expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given))

/** The signature of a chunk covers that of the previous chunk; the first covers that of the request. */
export function chunkSignature(key: Buffer, { time, scope }: Claim, previous: string, hash: string) {
  const text = ['AWS4-HMAC-SHA256-PAYLOAD', time, scope, previous, sha256(''), hash].join('\n')
  return hmac(key, text).toString('hex')
}

function canonicalRequest(claim: Claim, { method, url, headers }: SignedRequest, host: string) {
  const [path = '', search = ''] = url.split('?')
  const payload =
    claim.expiresSeconds === null
      ? (headers['x-amz-content-sha256'] ?? sha256(''))
      : (headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD')
  const headerOf = (name: string) => (name === 'host' ? host : (headers[name] ?? ''))
  return [
    method,
    path.split('/').map(reencoded).join('/'),
    canonicalQuery(search),
    ...claim.signedHeaders.map((name) => `${name}:${headerOf(name).trim().replace(/\s+/g, ' ')}`),
    '',
    claim.signedHeaders.join(';'),
    payload,
  ].join('\n')
}

const canonicalQuery = (search: string) =>
  search
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [reencoded(name), reencoded(value.join('='))] as const
    })
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map((pair) => pair.join('='))
    .join('&')

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Normalizes the percent-encoding, because clients differ in what they leave unencoded. */
function reencoded(text: string) {
  let plain = text
  try {
    plain = decodeURIComponent(text)
  } catch {
    // An invalid encoding is taken literally.
  }
  return encodeURIComponent(plain).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Whether a form's policy, exactly as sent, is signed with the secret. */
export const isPolicySignedWith = (secret: string, scope: string, policy: string, signature: string) =>
  isSame(hmac(signingKey(secret, scope), policy).toString('hex'), signature)
