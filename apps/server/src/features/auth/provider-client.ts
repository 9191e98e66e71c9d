import type { SignInProvider } from '@basalt/contract/auth/auth.schema.ts'
import { providerOf } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import * as client from 'openid-client'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { AuthError } from './auth-error.ts'
import { type Claims, mappedClaims, wantedClaims } from './mapped-claims.ts'
import { CLOCK_TOLERANCE_SECONDS, isIssuedInFuture } from './provider-clock.rules.ts'
import { endpointsOf, type OAuthProvider, type OpenIdProvider, type ReadApi } from './provider-endpoints.ts'
import { type ProviderFetch, ProviderUnreachable, providerFetch } from './provider-fetch.ts'

/** How long the configuration that a provider publishes is used. Its keys are read for each sign-in. */
const METADATA_MS = 600_000
/** Configurations kept; any project can name new ones. */
const METADATA_MAX = 200

const PROVIDER_TIMEOUT_SECONDS = 10

/** A provider of a project, with what its client needs. */
export interface ConfiguredProvider {
  key: string
  settings: SignInProvider
  secret: string
}

/** What is remembered while a person is at the provider. */
export interface Checks {
  state: string
  nonce?: string
  verifier?: string
}

/** Who signed in, and the tokens for the provider's own API. */
export interface ProviderAnswer {
  issuer: string
  claims: Claims
  accessToken: string
  refreshToken: string | undefined
}

/** The answer of a provider's API is larger or of another form than expected. */
const failedAt = (key: string, error: unknown) => {
  const { name } = providerOf(key)
  if (error instanceof AuthError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  const reason = cause.cause instanceof ProviderUnreachable ? cause.cause.message : cause.message
  return new AuthError('bad_oauth_callback', `Unable to sign in with ${name}: ${reason}`, { cause })
}

export type ProviderClient = ReturnType<typeof providerClient>

/** Speaks with providers by OAuth 2.0 and OpenID Connect. */
export function providerClient(reach: Reach, now: () => Date) {
  const fetchWithin = providerFetch(reach)
  const metadata = new Map<string, { at: number; server: client.ServerMetadata }>()

  const discovered = async (issuer: string, discoveryUrl = issuer): Promise<client.ServerMetadata> => {
    const at = now().getTime()
    const place = `${issuer} ${discoveryUrl}`
    const known = metadata.get(place)
    if (known && at - known.at < METADATA_MS) return known.server
    const config = await client.discovery(new URL(discoveryUrl), 'discovery', undefined, client.None(), {
      [client.customFetch]: fetchWithin as client.CustomFetch,
      timeout: PROVIDER_TIMEOUT_SECONDS,
      execute: insecureIf(discoveryUrl),
    })
    const server = config.serverMetadata()
    // The library compares the issuer only with an address that it makes from it.
    if (discoveryUrl !== issuer && new URL(server.issuer).href !== new URL(issuer).href)
      throw new Error(`The configuration is that of ${server.issuer}`)
    // Reading it again is all that forgetting costs.
    if (metadata.size >= METADATA_MAX) metadata.clear()
    metadata.set(place, { at, server })
    return server
  }

  const serverOf = async (endpoints: OpenIdProvider | OAuthProvider): Promise<client.ServerMetadata> => {
    if (endpoints.kind === 'oauth')
      return {
        issuer: new URL(endpoints.authorizationEndpoint).origin,
        authorization_endpoint: endpoints.authorizationEndpoint,
        token_endpoint: endpoints.tokenEndpoint,
      }
    const { issuer, discoveryUrl, jwksUri } = endpoints
    const server = await discovered(issuer, discoveryUrl ?? issuer)
    return jwksUri ? { ...server, jwks_uri: jwksUri } : server
  }

  /** A client for one sign-in. It reads the provider's keys again, because they may have been replaced. */
  const configure = async ({ key, settings, secret }: ConfiguredProvider) => {
    const endpoints = endpointsOf(key, settings)
    const server = await serverOf(endpoints)
    const methods = server.token_endpoint_auth_methods_supported
    const usesBasic =
      endpoints.kind === 'oauth'
        ? endpoints.usesBasic
        : methods !== undefined && !methods.includes('client_secret_post')
    const authentication = usesBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
    const config = new client.Configuration(
      server,
      settings.client_id,
      { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authentication,
    )
    config[client.customFetch] = fetchWithin as client.CustomFetch
    config.timeout = PROVIDER_TIMEOUT_SECONDS
    for (const allow of insecureIf(server.token_endpoint ?? '')) allow(config)
    if (endpoints.kind === 'openid') client.enableNonRepudiationChecks(config)
    const supportsPkce =
      endpoints.supportsPkce ?? server.code_challenge_methods_supported?.includes('S256') ?? false
    return { endpoints, config, supportsPkce }
  }

  return {
    /** The configuration of an issuer, which may be at another address. Throws AuthError. */
    discovered: (key: string, issuer: string, discoveryUrl?: string | null) =>
      discovered(issuer, discoveryUrl ?? issuer).catch((error: unknown) => {
        throw failedAt(key, error)
      }),

    /** The configuration of a provider, with its keys where its settings say. Throws AuthError. */
    serverOf: (key: string, provider: OpenIdProvider) =>
      serverOf(provider).catch((error: unknown) => {
        throw failedAt(key, error)
      }),

    /** Where a person signs in, and what has to be checked when they return. Throws AuthError. */
    async authorizationUrl(
      provider: ConfiguredProvider,
      {
        redirectUri,
        scopes,
        parameters,
      }: { redirectUri: string; scopes: readonly string[]; parameters: Readonly<Record<string, string>> },
    ): Promise<{ url: string; checks: Checks }> {
      try {
        const { endpoints, config, supportsPkce } = await configure(provider)
        const checks: Checks = {
          state: client.randomState(),
          ...(endpoints.kind === 'openid' && { nonce: client.randomNonce() }),
          ...(supportsPkce && { verifier: client.randomPKCECodeVerifier() }),
        }
        const wanted = new Set([...endpoints.scopes, ...scopes])
        const url = client.buildAuthorizationUrl(config, {
          ...parameters,
          ...endpoints.parameters,
          redirect_uri: redirectUri,
          // An empty scope may be refused (RFC 6749, 3.3).
          ...(wanted.size > 0 && { scope: [...wanted].join(' ') }),
          state: checks.state,
          ...(checks.nonce !== undefined && { nonce: checks.nonce }),
          ...(checks.verifier !== undefined && {
            code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
            code_challenge_method: 'S256',
          }),
        })
        return { url: url.href, checks }
      } catch (error) {
        throw failedAt(provider.key, error)
      }
    },

    /** Exchanges the code of a callback, whose address is `url`, for the person. Throws AuthError. */
    async answer(provider: ConfiguredProvider, url: URL, checks: Checks): Promise<ProviderAnswer> {
      try {
        const { endpoints, config } = await configure(provider)
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: checks.state,
          ...(checks.nonce !== undefined && { expectedNonce: checks.nonce }),
          ...(checks.verifier !== undefined && { pkceCodeVerifier: checks.verifier }),
          idTokenExpected: endpoints.kind === 'openid',
        })
        const claims =
          endpoints.kind === 'openid'
            ? await openIdClaims(config, tokens, wantedClaims(endpoints.mapping))
            : await endpoints.read(reader(fetchWithin, tokens.access_token))
        if (endpoints.kind === 'openid' && isIssuedInFuture(claims, now()))
          throw new Error('its ID token was issued in the future')
        return {
          issuer: config.serverMetadata().issuer,
          claims: mappedClaims(claims, endpoints.mapping),
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token,
        }
      } catch (error) {
        throw failedAt(provider.key, error)
      }
    },
  }
}

/** The claims of the ID token, and those of the user info where it lacks one that is wanted. */
async function openIdClaims(
  config: client.Configuration,
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
  wanted: readonly string[],
): Promise<Record<string, unknown>> {
  const claims = tokens.claims()!
  const isComplete = wanted.every((name) => claims[name] !== undefined)
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims
  return { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims }
}

const reader =
  (fetchWithin: ProviderFetch, accessToken: string): ReadApi =>
  async (url, headers = {}) => {
    const response = await fetchWithin(url, {
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'application/json',
        'user-agent': 'Basalt',
        ...headers,
      },
    })
    if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
    return response.json() as Promise<unknown>
  }

/** A provider in a private network may be without TLS; whether it can be reached is the operator's decision. */
const insecureIf = (url: string) => (url.startsWith('http:') ? [client.allowInsecureRequests] : [])
