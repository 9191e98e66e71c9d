/** A provider that people can have an account with. */
export interface ReadyProvider {
  name: string
  /** Whether its address is set: of a server of one's own, or of a tenant. */
  url: 'none' | 'optional' | 'required'
  /** What to enter as its address. */
  urlHint?: string
  /** False for one with an API of its own instead of OpenID Connect. */
  hasIdTokens?: false
  /** Where its client is registered. */
  console?: string
}

/** Providers whose addresses are known, by the names that clients use. */
export const readyProviders = {
  apple: { name: 'Apple', url: 'none', console: 'https://developer.apple.com/account/resources' },
  azure: {
    name: 'Microsoft Entra',
    url: 'optional',
    urlHint: 'https://login.microsoftonline.com/<tenant>/v2.0; without it, accounts of every tenant',
    console: 'https://entra.microsoft.com',
  },
  bitbucket: {
    name: 'Bitbucket',
    url: 'none',
    hasIdTokens: false,
    console: 'https://bitbucket.org/account/settings',
  },
  discord: {
    name: 'Discord',
    url: 'none',
    hasIdTokens: false,
    console: 'https://discord.com/developers/applications',
  },
  facebook: {
    name: 'Facebook',
    url: 'none',
    hasIdTokens: false,
    console: 'https://developers.facebook.com/apps',
  },
  figma: {
    name: 'Figma',
    url: 'none',
    hasIdTokens: false,
    console: 'https://www.figma.com/developers/apps',
  },
  fly: {
    name: 'Fly.io',
    url: 'none',
    hasIdTokens: false,
    console: 'https://fly.io/docs/reference/extensions_api',
  },
  github: {
    name: 'GitHub',
    hasIdTokens: false,
    url: 'optional',
    urlHint: 'Only for GitHub Enterprise: https://github.example.com',
    console: 'https://github.com/settings/developers',
  },
  gitlab: {
    name: 'GitLab',
    url: 'optional',
    urlHint: 'Only for a GitLab of your own: https://gitlab.example.com',
    console: 'https://gitlab.com/-/user_settings/applications',
  },
  google: { name: 'Google', url: 'none', console: 'https://console.cloud.google.com/apis/credentials' },
  kakao: {
    name: 'Kakao',
    url: 'none',
    hasIdTokens: false,
    console: 'https://developers.kakao.com/console/app',
  },
  keycloak: {
    name: 'Keycloak',
    url: 'required',
    urlHint: 'https://keycloak.example.com/realms/<realm>',
  },
  // The name from before LinkedIn offered OpenID Connect, which apps may have kept.
  linkedin: {
    name: 'LinkedIn (former name)',
    url: 'none',
    console: 'https://www.linkedin.com/developers/apps',
  },
  linkedin_oidc: { name: 'LinkedIn', url: 'none', console: 'https://www.linkedin.com/developers/apps' },
  notion: {
    name: 'Notion',
    url: 'none',
    hasIdTokens: false,
    console: 'https://www.notion.so/my-integrations',
  },
  slack: { name: 'Slack (former name)', url: 'none', console: 'https://api.slack.com/apps' },
  slack_oidc: { name: 'Slack', url: 'none', console: 'https://api.slack.com/apps' },
  spotify: {
    name: 'Spotify',
    url: 'none',
    hasIdTokens: false,
    console: 'https://developer.spotify.com/dashboard',
  },
  twitch: { name: 'Twitch', url: 'none', console: 'https://dev.twitch.tv/console/apps' },
  workos: {
    name: 'WorkOS',
    url: 'none',
    hasIdTokens: false,
    console: 'https://dashboard.workos.com',
  },
  x: {
    name: 'X',
    url: 'none',
    hasIdTokens: false,
    console: 'https://developer.x.com/en/portal/dashboard',
  },
  zoom: {
    name: 'Zoom',
    url: 'none',
    hasIdTokens: false,
    console: 'https://marketplace.zoom.us/develop/create',
  },
} as const satisfies Record<string, ReadyProvider>
export type ReadyProviderKey = keyof typeof readyProviders

/** Begins the name of any other provider. */
export const CUSTOM_PREFIX = 'custom:'
const CUSTOM = /^custom:[a-z0-9][a-z0-9:_-]{0,42}$/

/** What is asked of a provider of OpenID Connect. */
export const OPENID_SCOPES = ['openid', 'email', 'profile'] as const

/** How a provider that is not ready made is spoken with: `oidc` publishes its addresses, `oauth2` does not. */
export const customProviderTypes = ['oidc', 'oauth2'] as const
export type CustomProviderType = (typeof customProviderTypes)[number]

/** Scopes, mapped attributes, parameters and claims of one provider, each. */
export const PROVIDER_ENTRIES_MAX = 50

/** Parameters of an authorization request that decide the protocol, which no setting replaces. */
const reservedParameters: readonly string[] = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'request',
  'request_uri',
  'registration',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
]
export const isReservedParameter = (name: string) => reservedParameters.includes(name)

/** Attributes of users that a provider never decides. */
const protectedAttributes: readonly string[] = [
  'id',
  'aud',
  'role',
  'app_metadata',
  'created_at',
  'updated_at',
  'confirmed_at',
  'email_confirmed_at',
  'phone_confirmed_at',
  'banned_until',
  'is_super_admin',
]
export const isProtectedAttribute = (name: string) => protectedAttributes.includes(name)

/** The addresses that a provider without discovery has to have. */
export const oauthAddresses = ['authorization_url', 'token_url', 'userinfo_url'] as const
export type OAuthAddress = (typeof oauthAddresses)[number]

/** Providers of one project. */
export const PROVIDERS_MAX = 50
/** Further clients, such as those of mobile apps, whose ID tokens are accepted. */
export const CLIENT_IDS_MAX = 20

const isReady = (key: string): key is ReadyProviderKey => Object.hasOwn(readyProviders, key)
export const isCustomKey = (key: string) => CUSTOM.test(key)

export const isProviderKey = (key: string) => isReady(key) || isCustomKey(key)

/** The rules of a provider; of one that is not ready made, its address is required. */
export const providerOf = (key: string): ReadyProvider =>
  isReady(key)
    ? readyProviders[key]
    : {
        name: key.slice(CUSTOM_PREFIX.length),
        url: 'required',
        urlHint: 'The issuer, whose /.well-known/openid-configuration is read',
      }

interface Provider {
  enabled: boolean
  client_id: string
  url: string | null
  has_secret: boolean
  custom?: ({ provider_type: CustomProviderType } & Record<OAuthAddress, string | null>) | null | undefined
}

type ProviderField = 'client_id' | 'secret' | 'url' | OAuthAddress

const addressWords: Record<OAuthAddress, string> = {
  authorization_url: 'Enter the address where people sign in',
  token_url: 'Enter the address that issues tokens',
  userinfo_url: 'Enter the address that tells who signed in',
}

/** What a provider lacks in order to be used, by field; undefined when nothing. One that is off may lack anything. */
export function providerProblem(
  key: string,
  { enabled, client_id, url, has_secret, custom }: Provider,
): { field: ProviderField; message: string } | undefined {
  const { name, url: needsUrl } = providerOf(key)
  if (needsUrl === 'none' && url !== null) return { field: 'url', message: `${name} has a fixed address` }
  if (!enabled) return undefined
  if (client_id === '') return { field: 'client_id', message: `Enter the client ID that ${name} gave you` }
  if (!has_secret) return { field: 'secret', message: `Enter the client secret that ${name} gave you` }
  if (custom?.provider_type === 'oauth2') {
    const missing = oauthAddresses.find((address) => custom[address] === null)
    return missing && { field: missing, message: addressWords[missing] }
  }
  if (needsUrl === 'required' && url === null)
    return { field: 'url', message: `Enter the address of ${name}` }
  return undefined
}

/** Issuers of tokens that one project trusts. */
export const ISSUERS_MAX = 10

/** Why a text is no issuer of tokens, as a sentence; undefined when it is one (OpenID Connect Discovery, 3). */
export function issuerProblem(issuer: string): string | undefined {
  const url = /^https?:\/\//.test(issuer) ? URL.parse(issuer) : null
  const hint = 'Enter an address such as https://example.auth0.com/'
  if (url === null) return hint
  if (url.username !== '' || url.password !== '') return hint
  if (url.search !== '' || url.hash !== '') return 'An issuer has no query and no fragment'
  return undefined
}
