import { randomBytes, timingSafeEqual } from 'node:crypto'
import { PROVIDER_FLOW_SECONDS } from '@basalt/contract/auth/auth-limits.rules.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { AuthDatabase } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { hashOfToken } from './auth-secrets.ts'
import type { Challenge } from './flow-states.ts'
import type { Checks } from './provider-client.ts'

/** A sign-in that is at a provider. */
export interface ProviderFlow {
  provider: string
  checks: Checks
  redirectUri: string
  /** Where the user goes afterwards; checked. */
  redirectTo: string
  challenge?: Challenge
  /** The user whom the identity is linked to, and the session in which that was asked for. */
  linkTo?: string
  /** The hash of a secret that the browser keeps in a cookie, so that it cannot end a flow that another began. */
  browserHash?: string
}

export type ProviderFlows = ReturnType<typeof providerFlows>

/** Sign-ins that are at a provider, in the project's database. Sealed: the database does not contain their secrets. */
export const providerFlows = (database: AuthDatabase, secrets: Secrets) => ({
  async begin(ref: string, flow: ProviderFlow) {
    await database.json(
      ref,
      `insert into basalt.auth_provider_flows (state_hash, sealed) values ($1, $2) returning 'null'::jsonb`,
      [hashOfToken(flow.checks.state), secrets.seal(JSON.stringify(flow)).toString('base64')],
    )
  },

  /** Ends a flow, which can be done once. Undefined for an unknown, used or old one. */
  async take(ref: string, state: string): Promise<ProviderFlow | undefined> {
    const [found] = await database.json<{ sealed: string; isFresh: boolean }>(
      ref,
      `delete from basalt.auth_provider_flows where state_hash = $1 returning jsonb_build_object('sealed', sealed,
         'isFresh', created_at > now() - $2::float8 * interval '1 second')`,
      [hashOfToken(state), String(PROVIDER_FLOW_SECONDS)],
    )
    if (!found?.isFresh) return undefined
    return JSON.parse(secrets.open(Buffer.from(found.sealed, 'base64'))) as ProviderFlow
  },
})

/** A secret for the browser that begins a flow, with its hash. */
export function newBrowserSecret() {
  const secret = randomBytes(24).toString('base64url')
  return { secret, hash: hashOfToken(secret) }
}

/** Throws `bad_oauth_state` when another browser began the flow. */
export function mustBeSameBrowser({ browserHash }: ProviderFlow, secret: string | undefined) {
  if (browserHash === undefined) return
  const [a, b] = [Buffer.from(browserHash), Buffer.from(hashOfToken(secret ?? ''))]
  if (!timingSafeEqual(a, b)) throw badState()
}

export const badState = () =>
  new AuthError('bad_oauth_state', 'OAuth state not found or expired. Begin the sign-in again.')
