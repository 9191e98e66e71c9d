import type { CustomProvider, SignInProvider } from '@basalt/contract/auth/auth.schema.ts'
import {
  OPENID_SCOPES,
  type ReadyProviderKey,
  readyProviders,
} from '@basalt/contract/auth/sign-in-providers.rules.ts'
import type { ClaimMapping } from './mapped-claims.ts'

/** Reads JSON of a provider's API with the access token. */
export type ReadApi = (url: string, headers?: Readonly<Record<string, string>>) => Promise<unknown>

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
  bitbucket: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://bitbucket.org/site/oauth2/authorize',
    tokenEndpoint: 'https://bitbucket.org/site/oauth2/access_token',
    usesBasic: true,
    scopes: ['account', 'email'],
    async read(api) {
      const user = record(await api('https://api.bitbucket.org/2.0/user'))
      const { values } = record(await api('https://api.bitbucket.org/2.0/user/emails'))
      const primary = (Array.isArray(values) ? values.map(record) : []).find((one) => one.is_primary === true)
      return {
        sub: idOf(user.uuid),
        email: primary?.email,
        email_verified: primary?.is_confirmed,
        name: user.display_name,
        picture: record(record(user.links).avatar).href,
        preferred_username: user.username,
      }
    },
  }),
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
  figma: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://www.figma.com/oauth',
    tokenEndpoint: 'https://api.figma.com/v1/oauth/token',
    usesBasic: true,
    scopes: ['current_user:read'],
    supportsPkce: true,
    async read(api) {
      const user = record(await api('https://api.figma.com/v1/me'))
      // Figma does not say whether the address is confirmed.
      return { sub: idOf(user.id), email: user.email, name: user.handle, picture: user.img_url }
    },
  }),
  fly: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://api.fly.io/oauth/authorize',
    tokenEndpoint: 'https://api.fly.io/oauth/token',
    scopes: ['read'],
    async read(api) {
      const user = record(await api('https://api.fly.io/oauth/token/info'))
      // Nor does Fly.io.
      return { sub: idOf(user.user_id), email: user.email, name: user.user_name }
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
  // Its ID tokens do not say whether the address is confirmed.
  kakao: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://kauth.kakao.com/oauth/authorize',
    tokenEndpoint: 'https://kauth.kakao.com/oauth/token',
    scopes: ['account_email', 'profile_nickname', 'profile_image'],
    async read(api) {
      const user = record(await api('https://kapi.kakao.com/v2/user/me'))
      const account = record(user.kakao_account)
      const profile = record(account.profile)
      return {
        sub: idOf(user.id),
        email: account.email,
        // An address may have been given to another account since.
        email_verified: account.is_email_valid === true && account.is_email_verified === true,
        name: profile.nickname,
        picture: profile.profile_image_url,
      }
    },
  }),
  keycloak: (url) => openid(url ?? ''),
  linkedin: linkedIn,
  linkedin_oidc: linkedIn,
  notion: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://api.notion.com/v1/oauth/authorize',
    tokenEndpoint: 'https://api.notion.com/v1/oauth/token',
    usesBasic: true,
    scopes: [],
    parameters: { owner: 'user' },
    async read(api) {
      const { bot } = record(
        await api('https://api.notion.com/v1/users/me', { 'notion-version': '2022-06-28' }),
      )
      const user = record(record(record(bot).owner).user)
      // Notion does not say whether the address is confirmed.
      return {
        sub: idOf(user.id),
        email: record(user.person).email,
        name: user.name,
        picture: user.avatar_url,
      }
    },
  }),
  slack,
  slack_oidc: slack,
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
  workos: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://api.workos.com/sso/authorize',
    tokenEndpoint: 'https://api.workos.com/sso/token',
    scopes: [],
    async read(api) {
      const user = record(await api('https://api.workos.com/sso/profile'))
      return {
        sub: idOf(user.id),
        email: user.email,
        // Each company's own provider tells what address somebody has.
        email_verified: false,
        name: nameOf(user),
      }
    },
  }),
  x: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    tokenEndpoint: 'https://api.x.com/2/oauth2/token',
    usesBasic: true,
    scopes: ['users.read', 'tweet.read', 'users.email'],
    supportsPkce: true,
    async read(api) {
      const fields = 'user.fields=confirmed_email,profile_image_url'
      const user = record(record(await api(`https://api.x.com/2/users/me?${fields}`)).data)
      return {
        sub: idOf(user.id),
        email: user.confirmed_email,
        email_verified: user.confirmed_email !== undefined,
        name: user.name,
        picture: user.profile_image_url,
        preferred_username: user.username,
      }
    },
  }),
  zoom: () => ({
    kind: 'oauth',
    authorizationEndpoint: 'https://zoom.us/oauth/authorize',
    tokenEndpoint: 'https://zoom.us/oauth/token',
    usesBasic: true,
    scopes: [],
    supportsPkce: true,
    async read(api) {
      const user = record(await api('https://api.zoom.us/v2/users/me'))
      return {
        sub: idOf(user.id),
        email: user.email,
        email_verified: user.verified === 1,
        name: nameOf(user),
        picture: user.pic_url,
      }
    },
  }),
}

// LinkedIn refuses verifiers of clients that have a secret.
function linkedIn() {
  return openid('https://www.linkedin.com/oauth', { supportsPkce: false })
}

function slack() {
  return openid('https://slack.com')
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

const nameOf = ({ first_name, last_name }: Record<string, unknown>) =>
  [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ')

/** Throws for an answer without an id. */
function idOf(value: unknown): string {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value)
  throw new Error('The answer of the provider has no user id')
}
