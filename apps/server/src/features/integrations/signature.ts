import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A secret as the Standard Webhooks libraries take it. */
export const newSigningSecret = () => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * The headers by which a receiver knows that a message is ours, unchanged and not an old one sent again
 * (standardwebhooks.com): HMAC-SHA256 over `id.seconds.body`. Every attempt of a delivery has the same id.
 */
export function signedHeaders(secret: string, { id, body, at }: { id: string; body: string; at: Date }) {
  const seconds = Math.floor(at.getTime() / 1000)
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  }
}
