import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** RFC 4226, 4 recommends 160 bits. */
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Clocks of phones differ by one step. */
const DRIFT_STEPS = 1
/** The white margin in modules that the standard of QR codes requires. */
const QUIET_ZONE = 4
/** Begins what we sealed. Factors of other installations are stored as plain base32. */
const SEALED = 'sealed:'

const generatorOf = (secret: string, issuer: string, label: string) =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })

/** A new secret with what an authenticator app needs to know it. */
export function newTotp(issuer: string, label: string) {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const uri = generatorOf(secret, issuer, label).toString()
  return { secret, uri, qr_code: qrCodeOf(uri) }
}

/** An SVG in one line, black on white. */
function qrCodeOf(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  // The client puts it behind `data:image/svg+xml;utf-8,`, where a # would end it.
  return `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${size} ${size}' shape-rendering='crispEdges'><rect width='${size}' height='${size}' fill='white'/><path d='${path}' fill='black'/></svg>`
}

/** The time step of a code, counted from 1970; undefined when it is not one of the current ones. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const offset = generatorOf(secret, '', '').validate({ token: code, timestamp, window: DRIFT_STEPS })
  return offset === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + offset
}

/** The stored form of a secret: readers of the database cannot make codes with it. */
export const sealTotp = (secrets: Secrets, secret: string) =>
  `${SEALED}${secrets.seal(secret).toString('base64')}`

export const openTotp = (secrets: Secrets, stored: string) =>
  stored.startsWith(SEALED) ? secrets.open(Buffer.from(stored.slice(SEALED.length), 'base64')) : stored
