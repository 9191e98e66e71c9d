import { randomUUID } from 'node:crypto'
import { redirectTarget } from '@basalt/contract/auth/redirects.rules.ts'
import {
  SAML_ANSWER_MAX_AGE_SECONDS,
  SAML_CLOCK_SKEW_SECONDS,
  SAML_FLOW_SECONDS,
} from '@basalt/contract/auth/saml.rules.ts'
import type { Profile } from '@node-saml/node-saml'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { UUID } from './auth-mounting.ts'
import { hashOfToken } from './auth-secrets.ts'
import type { AuthTools } from './auth-tools.ts'
import { normalEmail } from './credentials.ts'
import type { externalAccounts } from './external-accounts.ts'
import { notingRefusal, type Trial } from './failed-attempts.ts'
import type { Challenge } from './flow-states.ts'
import { type AnswerXml, decryptingKey, readAnswer, unreadableSecret } from './saml-answer-xml.ts'
import { invalidAnswer, mustFit, personIn } from './saml-assertion.ts'
import type { SamlKeys } from './saml-keys.ts'
import { providerNotFound, type SsoProvider, type SsoProviders } from './sso-providers.ts'

/** A sign-in that is at an identity provider. */
interface RelayState {
  sso_provider_id: string
  request_id: string
  redirect_to: string | null
  flow_state_id: string | null
  is_fresh: boolean
}

/** What the answer of an identity provider ends in. */
export type CompanyReturned =
  | { kind: 'session'; session: Awaited<ReturnType<AuthTools['sessions']['toWire']>> }
  | { kind: 'auth_code'; code: string }

/** Loaded with the first sign-in, which most projects never have. */
const library = () => import('@node-saml/node-saml')

/** The names by which identity providers know a project. */
export const serviceProvider = ({ issuer }: { issuer: string }) => ({
  entityId: `${issuer}/sso/saml/metadata`,
  answersTo: `${issuer}/sso/saml/acs`,
})

export type SamlSignIn = ReturnType<typeof samlSignIn>

/** People sign in with a company account (SAML 2.0, web browser SSO profile). */
export function samlSignIn({
  tools: { database, sessions, attempts, now },
  providers,
  keys,
  accounts,
}: {
  tools: AuthTools
  providers: SsoProviders
  keys: SamlKeys
  accounts: ReturnType<typeof externalAccounts>
}) {
  /** A client that signs requests with `privateKey`, and decrypts answers with `decryptionPvk`. Throws AuthError. */
  const clientFor = async (
    call: AuthCall,
    provider: SsoProvider,
    {
      requestId,
      ...keysOfClient
    }: { requestId: string } & ({ privateKey: string } | { decryptionPvk: string | undefined }),
  ) => {
    const { SAML } = await library()
    const { entityId, url, certificates } = await providers.metadataOf(call.ref, provider)
    const service = serviceProvider(call.client)
    return new SAML({
      issuer: service.entityId,
      audience: service.entityId,
      callbackUrl: service.answersTo,
      entryPoint: url,
      idpIssuer: entityId,
      idpCert: certificates,
      identifierFormat: provider.name_id_format,
      disableRequestedAuthnContext: true,
      ...keysOfClient,
      signatureAlgorithm: 'sha256',
      // The assertion or the answer around it has to be signed; only what is signed is read.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: SAML_CLOCK_SKEW_SECONDS * 1000,
      maxAssertionAgeMs: SAML_ANSWER_MAX_AGE_SECONDS * 1000,
      generateUniqueId: () => requestId,
    })
  }

  const begun = (ref: string, id: string) =>
    database.transaction(ref, async (run): Promise<RelayState | undefined> => {
      const [found] = await run<RelayState>(
        `delete from auth.saml_relay_states where id = $1
         returning sso_provider_id, request_id, redirect_to, flow_state_id,
           created_at > now() - $2::float8 * interval '1 second' as is_fresh`,
        [id, SAML_FLOW_SECONDS],
      )
      return found
    })

  /** Those that decrypt answers. */
  const privateKeys = async (ref: string) => Object.values(await keys.forUse(ref)).map(({ key }) => key)

  /** Verifies signature, times, audience and recipient. Throws AuthError. */
  const verified = async (
    call: AuthCall,
    provider: SsoProvider,
    { answer, encrypted, requestId }: { answer: string; requestId: string | undefined } & AnswerXml,
  ): Promise<{ profile: Profile; assertionId: string }> => {
    const decryptionPvk =
      encrypted === undefined ? undefined : await decryptingKey(encrypted, await privateKeys(call.ref))
    const saml = await clientFor(call, provider, { requestId: '', decryptionPvk })
    let profile: Profile | null
    try {
      ;({ profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer }))
    } catch (cause) {
      // The library throws plain errors, about the answer.
      throw encrypted === undefined ? invalidAnswer((cause as Error).message, cause) : unreadableSecret(cause)
    }
    if (!profile) throw invalidAnswer('it has no assertion')
    const { answersTo: recipient } = serviceProvider(call.client)
    const assertionId = mustFit(profile, { entityId: provider.entity_id, recipient, requestId, now: now() })
    return { profile, assertionId }
  }

  /** Throws when an assertion was used before. */
  const useOnce = async (run: Run, provider: SsoProvider, assertionId: string) => {
    const used = await run(
      `insert into basalt.auth_saml_assertions (id_hash, expires_at)
       values ($1, now() + $2::float8 * interval '1 second') on conflict do nothing returning id_hash`,
      [
        hashOfToken(`${provider.id} ${assertionId}`),
        SAML_ANSWER_MAX_AGE_SECONDS + 10 * SAML_CLOCK_SKEW_SECONDS,
      ],
    )
    if (used.length === 0) throw invalidAnswer('it was used before')
  }

  return {
    /** Begins a sign-in; resolves to the address of the identity provider. Throws AuthError. */
    async start(
      call: AuthCall,
      wanted: {
        providerId?: string | undefined
        domain?: string | undefined
        challenge?: Challenge | undefined
      },
    ): Promise<string> {
      const { ref, settings, client, redirectTo } = call
      await attempts.limit(ref, 'sign_in', settings, client.ip)
      const provider =
        wanted.providerId === undefined
          ? await providers.findByDomain(ref, wanted.domain ?? '')
          : await providers.find(ref, wanted.providerId)
      if (!provider || provider.disabled) throw providerNotFound()
      const requestId = `_${randomUUID()}`
      const relayState = randomUUID()
      const { in_use } = await keys.forUse(ref)
      const saml = await clientFor(call, provider, { requestId, privateKey: in_use.key })
      const url = await saml.getAuthorizeUrlAsync(relayState, undefined, {})
      await database.transaction(ref, async (run) => {
        const flowId = wanted.challenge ? randomUUID() : null
        if (wanted.challenge)
          await run(
            `insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method,
               created_at, updated_at) values ($1, $2, $3, $4, 'sso/saml', now(), now())`,
            [flowId, wanted.challenge.method, wanted.challenge.challenge, `sso:${provider.id}`],
          )
        await run(
          `insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
           values ($1, $2, $3, $4, $5, now(), now())`,
          [relayState, provider.id, requestId, redirectTo, flowId],
        )
      })
      return url
    },

    /**
     * The sign-in that an answer belongs to, which it ends, and where the browser goes. An answer without one begins at
     * the identity provider, and may name an address of the allow list. Throws AuthError.
     */
    async take({ ref, settings }: AuthCall, relayState: string) {
      if (!UUID.test(relayState))
        return { relay: undefined, redirectTo: redirectTarget(relayState || undefined, settings) }
      const relay = await begun(ref, relayState)
      if (!relay)
        throw new AuthError('saml_relay_state_not_found', 'This sign-in is unknown or over. Begin it again.')
      if (!relay.is_fresh)
        throw new AuthError('saml_relay_state_expired', 'This sign-in took too long. Begin it again.')
      return { relay, redirectTo: redirectTarget(relay.redirect_to ?? undefined, settings) }
    },

    /** Ends a sign-in with the answer of the identity provider, in base64. Throws AuthError. */
    async finish(call: AuthCall, relay: RelayState | undefined, answer: string): Promise<CompanyReturned> {
      const { ref, settings, client } = call
      await attempts.limit(ref, 'verify', settings, client.ip)
      const trial: Trial = { actor: { email: null }, traits: { provider: 'sso/saml' } }
      const outcome = await notingRefusal(database, call, trial, async () => {
        const read = await readAnswer(answer)
        const provider = relay
          ? await providers.find(ref, relay.sso_provider_id)
          : await providers.findByEntity(ref, read.issuer)
        if (!provider || provider.disabled)
          throw new AuthError('saml_idp_not_found', 'The identity provider of this answer is not known here')
        const { profile, assertionId } = await verified(call, provider, {
          ...read,
          answer,
          requestId: relay?.request_id,
        })
        const person = personIn(profile, provider.attribute_mapping)
        const email = normalEmail(person.email)
        trial.actor = { email }
        const identity = {
          provider: `sso:${provider.id}`,
          subject: person.subject,
          email,
          isEmailVerified: true,
          isEmailOptional: false,
          newUserId: randomUUID(),
          data: {
            iss: provider.entity_id,
            sub: person.subject,
            provider_id: person.subject,
            email,
            email_verified: true,
            phone_verified: false,
            ...(Object.keys(person.claims).length > 0 && { custom_claims: person.claims }),
          },
        }
        await accounts.mayCreate(call, identity, { isFromCompany: true })
        return database.transaction(ref, async (run) => {
          await useOnce(run, provider, assertionId)
          const { user } = await accounts.enterFromCompany(run, call, identity)
          if (relay?.flow_state_id) {
            const code = randomUUID()
            const issued = await run(
              `update auth.flow_state set user_id = $2, auth_code = $3, auth_code_issued_at = now(), updated_at = now()
             where id = $1 returning id`,
              [relay.flow_state_id, user.id, hashOfToken(code)],
            )
            if (issued.length === 0)
              throw new AuthError('saml_relay_state_expired', 'This sign-in took too long. Begin it again.')
            return { kind: 'auth_code' as const, code }
          }
          const start = { userId: user.id, method: 'sso/saml', provider: identity.provider } as const
          const session = await sessions.begin(run, settings, client, start)
          if (!session) throw new AuthError('user_not_found', 'User not found')
          return { kind: 'session' as const, ...session }
        })
      })
      if (outcome.kind === 'auth_code') return outcome
      return {
        kind: 'session',
        session: await sessions.toWire(ref, client, settings, outcome.record, outcome.session),
      }
    },

    /** What identity providers are told of this project, as XML. */
    async metadata(call: AuthCall): Promise<string> {
      const { generateServiceProviderMetadata } = await library()
      const { entityId, answersTo } = serviceProvider(call.client)
      const { in_use, standby } = await keys.forUse(call.ref)
      return generateServiceProviderMetadata({
        issuer: entityId,
        callbackUrl: answersTo,
        wantAssertionsSigned: true,
        privateKey: in_use.key,
        publicCerts: standby ? [in_use.cert, standby.cert] : in_use.cert,
        decryptionPvk: in_use.key,
        decryptionCert: in_use.cert,
        identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        generateUniqueId: () => '_metadata',
      })
    },
  }
}
