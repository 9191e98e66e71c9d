import { TOTP_DIGITS, TOTP_DRIFT_STEPS, TOTP_PERIOD_SECONDS } from '@basalt/contract/mfa/mfa.rules.ts'
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

/** A new secret in base32, the format of authenticator apps. */
export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** The `otpauth:` URI for the QR code. */
export const enrolmentUri = (secret: string, email: string) => generatorOf(secret, email).toString()

/**
 * The time step, counted from 1970, to which this code belongs; undefined when it matches none of the current ones.
 * The caller must store the step: RFC 6238 §5.2 forbids accepting a code twice.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const offset = generatorOf(secret).validate({ token: code, timestamp, window: TOTP_DRIFT_STEPS })
  return offset === null ? undefined : Math.floor(timestamp / 1000 / TOTP_PERIOD_SECONDS) + offset
}
