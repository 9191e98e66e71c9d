import { TOTP_DIGITS, TOTP_PERIOD_SECONDS, TOTP_STEPS_OFF } from '@basalt/contract/mfa/mfa.rules.ts'
import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Basalt'
/** RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20

const generatorOf = (secret: string, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_SECONDS,
  })

/** In base32, as apps take it. */
export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** What the QR code says. */
export const enrolmentUri = (secret: string, email: string) => generatorOf(secret, email).toString()

/**
 * The time step, counted from 1970, whose code this is; undefined when it is none of those around now. Code that
 * accepts one has to remember its step: RFC 6238 §5.2 forbids to accept it a second time.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const off = generatorOf(secret).validate({ token: code, timestamp, window: TOTP_STEPS_OFF })
  return off === null ? undefined : Math.floor(timestamp / 1000 / TOTP_PERIOD_SECONDS) + off
}
