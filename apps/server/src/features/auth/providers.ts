import { randomUUID } from 'node:crypto'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { hashOfToken } from './auth-secrets.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import type { AuthTools } from './auth-tools.ts'
import type { externalAccounts } from './external-accounts.ts'
import { type ExternalIdentity, externalIdentity } from './external-identity.ts'
import { notingRefusal } from './failed-attempts.ts'
import type { Challenge } from './flow-states.ts'
import { clientsOf, type GivenIdToken, type idTokens } from './id-tokens.ts'
import type { linkedAccounts } from './linked-accounts.ts'
import type { ConfiguredProvider, ProviderAnswer, ProviderClient } from './provider-client.ts'
import { endpointsOf } from './provider-endpoints.ts'
import { badState, mustBeSameBrowser, newBrowserSecret, type ProviderFlows } from './provider-flows.ts'
import type { UserRecord } from './user-record.ts'

interface Deps {
  tools: AuthTools
  settings: AuthSettingsStore
  client: ProviderClient
  flows: ProviderFlows
  accounts: ReturnType<typeof externalAccounts>
  linked: ReturnType<typeof linkedAccounts>
  tokens: ReturnType<typeof idTokens>
  /** Seals the provider's tokens while a code stands for them. */
  secrets: Secrets
}

/** What a sign-in at a provider begins with. */
export interface AuthorizeRequest {
  provider: string
  scopes: readonly string[]
  /** Further parameters, which the provider gets as they are. */
  parameters: Readonly<Record<string, string>>
  challenge?: Challenge | undefined
  linkTo?: string | undefined
  /** Whether only the browser that begins the flow may end it. */
  isBound: boolean
}

/** A session with the tokens for the provider's API. */
export type ProviderSession = Awaited<ReturnType<AuthTools['sessions']['toWire']>> & {
  provider_token: string
  provider_refresh_token?: string
}

/** What a callback ends in: a session, or the code of a PKCE flow. */
export type Returned = { kind: 'session'; session: ProviderSession } | { kind: 'auth_code'; code: string }

export type Providers = ReturnType<typeof providers>

/** People sign in with an account elsewhere. */
export function providers({
  tools,
  settings: settingsOf,
  client,
  flows,
  accounts,
  linked,
  tokens,
  secrets,
}: Deps) {
  const { database, sessions, attempts, mails } = tools

  /** Notes the refusal of a sign-in; a user who links an account is signed in already. */
  const judged = async <T>(
    call: AuthCall,
    { provider, linkTo }: { provider: string; linkTo?: string | undefined },
    judge: (knows: (identity: ExternalIdentity) => void) => Promise<T>,
  ) => {
    const trial = { actor: { email: null as string | null }, traits: { provider } }
    const work = () =>
      judge(({ email }) => {
        trial.actor.email = email
      })
    return linkTo === undefined ? notingRefusal(database, call, trial, work) : work()
  }

  const configured = async (
    { ref, settings }: { ref: string; settings: AuthSettings },
    key: string,
  ): Promise<ConfiguredProvider> => {
    const found = Object.hasOwn(settings.providers, key) ? settings.providers[key] : undefined
    const secret = found?.enabled ? await settingsOf.secret(ref, `provider ${key}`) : undefined
    if (!found || secret === undefined)
      throw new AuthError('validation_failed', 'Unsupported provider: provider is not enabled')
    return { key, settings: found, secret }
  }

  /** Finds or links the user. Throws AuthError once the transaction that sends a confirmation is committed. */
  const enter = async (
    call: AuthCall,
    identity: ExternalIdentity,
    linkTo: string | undefined,
    work: (run: Run, record: UserRecord) => Promise<Begun>,
  ) => {
    const { ref, settings } = call
    if (linkTo === undefined) await accounts.mayCreate(call, identity, { isFromCompany: false })
    const outcome = await database.transaction(ref, async (run) => {
      if (linkTo !== undefined) {
        const { record, told } = await linked.link(run, call, linkTo, identity)
        return { kind: 'begun' as const, begun: await work(run, record), told }
      }
      const entered = await accounts.enter(run, call, identity)
      if (entered.kind === 'unverified') return entered
      return { kind: 'begun' as const, begun: await work(run, entered.record), told: [] }
    })
    if (outcome.kind === 'begun') {
      await mails.deliver(ref, settings, outcome.told)
      return outcome.begun
    }
    return accounts.refuseUntilConfirmed(call, identity, outcome.record)
  }

  const begin =
    (call: AuthCall, provider: string) =>
    async (run: Run, { user }: UserRecord) => {
      const start = { userId: user.id, method: 'oauth', provider } as const
      const begun = await sessions.begin(run, call.settings, call.client, start)
      if (!begun) throw badState()
      return { kind: 'session' as const, ...begun }
    }

  const sealed = (token: string | undefined) =>
    token === undefined ? null : secrets.seal(token).toString('base64')

  return {
    /**
     * Begins a sign-in; resolves to the provider's address, the state in it, and the secret that the browser has to keep when the flow is
     * bound to it. Throws AuthError.
     */
    async authorize(call: AuthCall, request: AuthorizeRequest) {
      const { ref, settings, client: caller, redirectTo } = call
      await attempts.limit(ref, 'sign_in', settings, caller.ip)
      const provider = await configured(call, request.provider)
      const redirectUri = `${caller.issuer}/callback`
      const { url, checks } = await client.authorizationUrl(provider, { ...request, redirectUri })
      const browser = request.isBound ? newBrowserSecret() : undefined
      await flows.begin(ref, {
        provider: provider.key,
        checks,
        redirectUri,
        redirectTo,
        ...(request.challenge && { challenge: request.challenge }),
        ...(request.linkTo !== undefined && { linkTo: request.linkTo }),
        ...(browser && { browserHash: browser.hash }),
      })
      return { url, state: checks.state, browserSecret: browser?.secret }
    },

    /** The flow that a callback belongs to, which it ends. Throws `bad_oauth_state`. */
    async take(ref: string, state: string, browserSecret: string | undefined) {
      const flow = state === '' ? undefined : await flows.take(ref, state)
      if (!flow) throw badState()
      mustBeSameBrowser(flow, browserSecret)
      return flow
    },

    /** Ends a sign-in with the provider's answer, the query of its callback. Throws AuthError. */
    async finish(
      call: AuthCall,
      flow: Awaited<ReturnType<ProviderFlows['take']>> & object,
      query: URLSearchParams,
    ): Promise<Returned> {
      const { ref, settings, client: caller } = call
      const provider = await configured(call, flow.provider)
      const { outcome, answer } = await judged(call, flow, async (knows) => {
        const answer = await client.answer(provider, new URL(`${flow.redirectUri}?${query}`), flow.checks)
        const identity = identityOf(provider, answer)
        knows(identity)
        const outcome = await enter(call, identity, flow.linkTo, async (run, record) =>
          flow.challenge
            ? { kind: 'auth_code', code: await issueCode(run, flow.provider, record, flow.challenge, answer) }
            : begin(call, flow.provider)(run, record),
        )
        return { outcome, answer }
      })
      if (outcome.kind === 'auth_code') return outcome
      const session = await sessions.toWire(ref, caller, settings, outcome.record, outcome.session)
      return { kind: 'session', session: { ...session, ...providerTokens(answer) } }
    },

    /**
     * A session for an ID token that an app got by itself; with `linkTo`, it is linked to that user. Without a provider's
     * name, `given` tells its client and issuer. Throws AuthError.
     */
    async withIdToken(
      call: AuthCall,
      name: string | undefined,
      given: GivenIdToken,
      linkTo: string | undefined,
    ) {
      const { ref, settings, client: caller } = call
      await attempts.limit(ref, 'sign_in', settings, caller.ip)
      const key = name ?? providerIssuing(settings, given)
      const provider = await configured(call, key)
      const outcome = await judged(call, { provider: key, linkTo }, async (knows) => {
        const identity = identityOf(provider, await tokens.verify(provider, given))
        knows(identity)
        return enter(call, identity, linkTo, begin(call, key))
      })
      if (outcome.kind !== 'session') throw badState()
      return sessions.toWire(ref, caller, settings, outcome.record, outcome.session)
    },

    /** Removes one of several identities of a user. Throws AuthError. */
    async unlink(call: AuthCall, userId: string, identityId: string) {
      const told = await database.transaction(call.ref, (run) => linked.unlink(run, call, userId, identityId))
      await mails.deliver(call.ref, call.settings, told)
    },
  }

  async function issueCode(
    run: Run,
    provider: string,
    { user }: UserRecord,
    { challenge, method }: Challenge,
    answer: ProviderAnswer,
  ) {
    const code = randomUUID()
    await run(
      `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
         provider_access_token, provider_refresh_token, authentication_method, created_at, updated_at, auth_code_issued_at)
       values ($1, $2, $3, $4, $5, $8, $6, $7, 'oauth', now(), now(), now())`,
      [
        randomUUID(),
        user.id,
        hashOfToken(code),
        method,
        challenge,
        sealed(answer.accessToken),
        sealed(answer.refreshToken),
        provider,
      ],
    )
    return code
  }
}

/** The enabled provider that an app names by its client and issuer. Throws `validation_failed`. */
function providerIssuing({ providers }: AuthSettings, { clientId, issuer }: GivenIdToken) {
  if (clientId === undefined || issuer === undefined)
    throw new AuthError('validation_failed', 'provider, or client_id and issuer, are required')
  const found = Object.entries(providers).find(([key, provider]) => {
    if (!provider.enabled || !clientsOf(provider).includes(clientId)) return false
    const endpoints = endpointsOf(key, provider)
    return endpoints.kind === 'openid' && withoutSlash(endpoints.issuer) === withoutSlash(issuer)
  })
  if (!found) throw new AuthError('validation_failed', 'No provider has this client_id and issuer')
  return found[0]
}

/** Whether an issuer has one at its end is part of its name, which the token decides. */
const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')

const identityOf = (
  { key, settings: { custom } }: ConfiguredProvider,
  { issuer, claims }: Pick<ProviderAnswer, 'issuer' | 'claims'>,
) => externalIdentity(key, issuer, claims, { isEmailOptional: custom?.email_optional ?? false })

type Begun =
  | ({ kind: 'session' } & NonNullable<Awaited<ReturnType<AuthTools['sessions']['begin']>>>)
  | { kind: 'auth_code'; code: string }

const providerTokens = ({
  accessToken,
  refreshToken,
}: Pick<ProviderAnswer, 'accessToken' | 'refreshToken'>) => ({
  provider_token: accessToken,
  ...(refreshToken !== undefined && { provider_refresh_token: refreshToken }),
})
