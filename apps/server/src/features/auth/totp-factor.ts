import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { FactorKind } from './factor-kind.ts'

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

/** Codes of an authenticator app (RFC 6238) as a second factor. */
export const totpFactor = (secrets: Secrets, now: () => Date): FactorKind => ({
  name: 'TOTP',
  mayEnroll: (settings) => settings.mfa_totp_enroll_enabled,
  mayVerify: (settings) => settings.mfa_totp_verify_enabled,
  refusals: { enroll: 'mfa_totp_enroll_not_enabled', verify: 'mfa_totp_verify_not_enabled' },
  method: 'totp',
  wrong: 'Invalid TOTP code entered',

  enroll({ settings }, user, { issuer }) {
    const totp = newTotp(issuer || new URL(settings.site_url).host, user.email || user.phone || user.id)
    return { secret: sealTotp(secrets, totp.secret), answer: { totp } }
  },

  challenge: async () => ({}),

  async judge(run, _call, { id, secret }, { code }) {
    if (!code) throw new AuthError('validation_failed', 'Code needs to be non-empty')
    const step = secret && totpStep(openTotp(secrets, secret), code, now())
    return { isRight: typeof step === 'number' && (await isFirstUse(run, id, step)) }
  },
})

/** Notes the step of a code. False when one of it or a later step was used (RFC 6238, 5.2). */
async function isFirstUse(run: Run, factorId: string, step: number) {
  const used = await run(
    `insert into basalt.auth_attempts as a (key, count) values ($1, $2)
     on conflict (key) do update set count = excluded.count, started_at = now() where a.count < excluded.count returning key`,
    [`totp ${factorId}`, step],
  )
  return used.length > 0
}

/** A new secret with what an authenticator app needs to know it. */
function newTotp(issuer: string, label: string) {
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
function totpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const offset = generatorOf(secret, '', '').validate({ token: code, timestamp, window: DRIFT_STEPS })
  return offset === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + offset
}

/** The stored form of a secret: readers of the database cannot make codes with it. */
const sealTotp = (secrets: Secrets, secret: string) => `${SEALED}${secrets.seal(secret).toString('base64')}`

const openTotp = (secrets: Secrets, stored: string) =>
  stored.startsWith(SEALED) ? secrets.open(Buffer.from(stored.slice(SEALED.length), 'base64')) : stored
