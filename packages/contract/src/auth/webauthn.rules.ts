/** Passkeys of one user. */
export const PASSKEYS_MAX = 10
/** Characters of the name of a passkey, as the interface says. */
export const PASSKEY_NAME_MAX = 120
/** Sites that one project accepts passkeys from. */
export const ORIGINS_MAX = 20

const DOMAIN = /^(?=.{1,253}$)(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62})$/

/** Why a text is no id of a relying party, as a sentence; undefined when it is one (WebAuthn, 5.1.2: a domain). */
export const relyingPartyProblem = (id: string): string | undefined =>
  id === '' || DOMAIN.test(id) ? undefined : 'Enter a domain such as example.com, without https:// and port'

/** Why a text is no origin of a site, as a sentence; undefined when it is one. */
export function originProblem(origin: string): string | undefined {
  const url = /^https?:\/\//.test(origin) ? URL.parse(origin) : null
  if (url === null || url.origin !== origin || !DOMAIN.test(url.hostname))
    return 'Enter an origin such as https://app.example.com, without a path'
  // Browsers offer passkeys only in a secure context.
  return url.protocol === 'https:' || url.hostname === 'localhost'
    ? undefined
    : 'Passkeys need https, except on localhost'
}

export interface RelyingPartySettings {
  site_url: string
  webauthn_rp_id: string
  webauthn_rp_display_name: string
  webauthn_rp_origins: readonly string[]
}

/** Whom passkeys are made for: what the settings say, or else the site. */
export function relyingPartyOf(settings: RelyingPartySettings) {
  const site = new URL(settings.site_url)
  const id = settings.webauthn_rp_id || site.hostname
  return {
    id,
    name: settings.webauthn_rp_display_name || id,
    origins: settings.webauthn_rp_origins.length > 0 ? [...settings.webauthn_rp_origins] : [site.origin],
  }
}
