import { randomBytes } from 'node:crypto'
import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { confirmMfaEnrolment, startMfaEnrolment, verifyMfa } from '@basalt/contract/mfa/mfa.endpoints.ts'
import { TOTP_PERIOD_SECONDS } from '@basalt/contract/mfa/mfa.rules.ts'
import { Secret, TOTP } from 'otpauth'
import type { AppFixture } from './app-fixture.ts'
import { PASSWORD, type Person } from './people.ts'

/** An authenticator app, with a clock that tests move. */
export const authenticator = (secret: string, now: () => Date) => ({
  /** The current code, or the one `steps` later. */
  code: (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: now().getTime() + steps * TOTP_PERIOD_SECONDS * 1000,
    }),
})

export async function enrol(person: Person, now: () => Date) {
  const { body: enrolment } = await person.call(startMfaEnrolment)
  const app = authenticator(enrolment.secret, now)
  const { status, body } = await person.call(confirmMfaEnrolment, { body: { code: app.code() } })
  if (status !== 200) throw new Error(`enrolling failed: ${JSON.stringify(body)}`)
  return { app, recoveryCodes: body.recovery_codes }
}

/** A random address for each call, because a test tries more often than one address may. */
const someAddress = () => `10.${[...randomBytes(3)].join('.')}`

const post = ({ app }: Pick<AppFixture, 'app'>, url: string, payload: object) =>
  app.inject({ method: 'POST', url, payload, remoteAddress: someAddress() })

/** The server's answer to the correct password. */
export const givePassword = async (fixture: Pick<AppFixture, 'app'>, { email }: Person) =>
  (await post(fixture, signIn.path, { email, password: PASSWORD })).json()

/** The server's answer to a code after the correct password. */
export const giveCode = async (fixture: Pick<AppFixture, 'app'>, person: Person, code: string) => {
  const { challenge } = await givePassword(fixture, person)
  return post(fixture, verifyMfa.path, { challenge, code })
}
