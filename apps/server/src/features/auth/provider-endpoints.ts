import type { CustomProvider, SignInProvider } from '@basalt/contract/auth/auth.schema.ts'
import {
  OPENID_SCOPES,
  type ReadyProviderKey,
  readyProviders,
} from '@basalt/contract/auth/sign-in-providers.rules.ts'
import type { ClaimMapping } from './mapped-claims.ts'

/** Reads JSON of a provider's API with the access token. */
export type ReadApi = (url: string) => Promise<unknown>

interface Common {
  scopes: readonly string[]
  /** Further parameters of the authorization request. */
  parameters?: Readonly<Record<string, string>>
  /** Providers that do not say whether they support PKCE (RFC 7636). */
  supportsPkce?: boolean
  /** Where claims have other names. */
  mapping?: ClaimMapping
}

/** A provider that publishes its addresses. */
export interface OpenIdProvider extends Common {
  kind: 'openid'
  issuer: string
  /** Where the configuration is, if elsewhere than the issuer says. */
  discoveryUrl?: string | null
  /** Where the keys are, if elsewhere than the configuration says. */
  jwksUri?: string | null
}

/** A provider with an API of its own. */
export interface OAuthProvider extends Common {
  kind: 'oauth'
  authorizationEndpoint: string
  tokenEndpoint: string
  /** Clients authenticate by HTTP basic instead of fields of the form. */
  usesBasic?: boolean
  read(api: ReadApi): Promise<Record<string, unknown>>
}

const openid = (
  issuer: string,
  more: Partial<Omit<OpenIdProvider, 'kind' | 'issuer'>> = {},
): OpenIdProvider => ({
  kind: 'openid',
  issuer,
  scopes: OPENID_SCOPES,
  ...more,
})

/** Without the slash at the end, which an issuer has only when its configuration says so. */
const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** Addresses and profiles of providers, from their public documentation. `url` is the setting. */
const ready: Record<ReadyProviderKey, (url: string | null) => OpenIdProvider | OAuthProvider> = {
  apple: () =>
    openid('https://appleid.apple.com', {
      scopes: ['openid', 'name', 'email'],
      // Apple sends a name or an address only by a posted form.
      parameters: { response_mode: 'form_post' },
    }),
  azure: (url) => openid(url ?? 'https://login.microsoftonline.com/common/v2.0'),
  discord: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://discord.com/oauth2/authorize',
    tokenEndpoint: 'https://discord.com/api/oauth2/token',
    scopes: ['identify', 'email'],
    supportsPkce: true,
    async read(api) {
      const user = record(await api('https://discord.com/api/users/@me'))
      const { id, avatar } = user
      return {
        sub: idOf(id),
        email: user.email,
        email_verified: user.verified,
        name: user.global_name ?? user.username,
        preferred_username: user.username,
        ...(typeof avatar === 'string' && {
          picture: `https://cdn.discordapp.com/avatars/${idOf(id)}/${avatar}.png`,
        }),
      }
    },
  }),
  facebook: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://www.facebook.com/v22.0/dialog/oauth',
    tokenEndpoint: 'https://graph.facebook.com/v22.0/oauth/access_token',
    scopes: ['email'],
    async read(api) {
      const user = record(await api('https://graph.facebook.com/v22.0/me?fields=id,name,email,picture'))
      return {
        sub: idOf(user.id),
        email: user.email,
        // Facebook returns an address only when it has been confirmed.
        email_verified: user.email !== undefined,
        name: user.name,
        picture: record(record(user.picture).data).url,
      }
    },
  }),
  github: (url) => {
    const site = withoutSlash(url ?? 'https://github.com')
    const base = url === null ? 'https://api.github.com' : `${site}/api/v3`
    return {
      kind: 'oauth',
      authorizationEndpoint: `${site}/login/oauth/authorize`,
      tokenEndpoint: `${site}/login/oauth/access_token`,
      scopes: ['user:email'],
      supportsPkce: true,
      async read(api) {
        const user = record(await api(`${base}/user`))
        // The address of the profile may be unconfirmed.
        const emails = await api(`${base}/user/emails`)
        const primary = (Array.isArray(emails) ? emails.map(record) : []).find((one) => one.primary === true)
        return {
          sub: idOf(user.id),
          email: primary?.email,
          email_verified: primary?.verified,
          name: user.name ?? user.login,
          picture: user.avatar_url,
          preferred_username: user.login,
        }
      },
    }
  },
  gitlab: (url) => openid(withoutSlash(url ?? 'https://gitlab.com')),
  google: () => openid('https://accounts.google.com'),
  keycloak: (url) => openid(url ?? ''),
  // LinkedIn refuses verifiers of clients that have a secret.
  linkedin_oidc: () => openid('https://www.linkedin.com/oauth', { supportsPkce: false }),
  slack_oidc: () => openid('https://slack.com'),
  spotify: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://accounts.spotify.com/authorize',
    tokenEndpoint: 'https://accounts.spotify.com/api/token',
    usesBasic: true,
    scopes: ['user-read-email'],
    supportsPkce: true,
    async read(api) {
      const user = record(await api('https://api.spotify.com/v1/me'))
      const [image] = Array.isArray(user.images) ? user.images.map(record) : []
      return {
        sub: idOf(user.id),
        email: user.email,
        // Spotify does not confirm addresses.
        email_verified: false,
        name: user.display_name,
        picture: image?.url,
      }
    },
  }),
  twitch: () =>
    openid('https://id.twitch.tv/oauth2', {
      scopes: ['openid', 'user:read:email'],
      // Twitch returns only the claims that are asked for.
      parameters: {
        claims: JSON.stringify({
          id_token: { email: null, email_verified: null, picture: null, preferred_username: null },
        }),
      },
    }),
}

/** A provider that a project's owner describes. */
function described(url: string | null, custom: CustomProvider): OpenIdProvider | OAuthProvider {
  const common = {
    scopes: custom.scopes,
    parameters: custom.authorization_params,
    supportsPkce: custom.pkce_enabled,
    mapping: custom,
  }
  if (custom.provider_type === 'oidc')
    return openid(url ?? '', {
      ...common,
      scopes: custom.scopes.includes('openid') ? custom.scopes : ['openid', ...custom.scopes],
      discoveryUrl: custom.discovery_url,
      jwksUri: custom.jwks_uri,
    })
  return {
    ...common,
    kind: 'oauth',
    authorizationEndpoint: custom.authorization_url ?? '',
    tokenEndpoint: custom.token_url ?? '',
    async read(api) {
      const user = record(await api(custom.userinfo_url ?? ''))
      return { ...user, sub: user.sub ?? user.id }
    },
  }
}

/** The addresses of a provider, by its settings. */
export const endpointsOf = (key: string, { url, custom }: Pick<SignInProvider, 'url' | 'custom'>) =>
  Object.hasOwn(readyProviders, key)
    ? ready[key as ReadyProviderKey](url)
    : custom
      ? described(url, custom)
      : openid(url ?? '')

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

/** Throws for an answer without an id. */
function idOf(value: unknown): string {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value)
  throw new Error('The answer of the provider has no user id')
}
