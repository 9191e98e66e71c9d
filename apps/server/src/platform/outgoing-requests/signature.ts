import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A secret in the format of the Standard Webhooks libraries. */
export const newSigningSecret = () => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * Headers that prove a message's origin, integrity and age (standardwebhooks.com): HMAC-SHA256 over
 * `id.seconds.body`. All attempts of a delivery share an id.
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
