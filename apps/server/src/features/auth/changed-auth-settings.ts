import type {
  AuthHook,
  AuthHookChange,
  AuthSettings,
  AuthSettingsChange,
  Captcha,
  CaptchaChange,
  CustomProvider,
  CustomProviderChange,
  SignInProvider,
  SignInProviderChange,
  SmsService,
  SmsServiceChange,
} from '@basalt/contract/auth/auth.schema.ts'
import { type HookKind, hookTarget } from '@basalt/contract/auth/auth-hooks.rules.ts'
import { captchas } from '@basalt/contract/auth/captcha.rules.ts'
import {
  isCustomKey,
  OPENID_SCOPES,
  PROVIDERS_MAX,
  providerOf,
  providerProblem,
} from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { AppError } from '../../http/app-error.ts'

/** What is stored: fields that were set once. Defaults fill in the others, so that better ones reach existing projects. */
export type StoredAuthSettings = Partial<
  Omit<AuthSettings, 'smtp' | 'sms' | 'templates' | 'providers' | 'hooks' | 'captcha'> & {
    sms: Omit<SmsService, 'has_secret'> | null
    hooks: Partial<Record<HookKind, Omit<AuthHook, 'has_secret'>>>
    captcha: Omit<Captcha, 'has_secret'> | null
    providers: Record<string, StoredProvider>
    templates: Partial<AuthSettings['templates']>
    smtp: Omit<NonNullable<AuthSettings['smtp']>, 'has_password'> | null
  }
>

/** Providers that were stored before there were others than by discovery have no `custom`. */
export type StoredProvider = Omit<SignInProvider, 'has_secret' | 'custom'> & {
  custom?: CustomProvider | null
}

/** What a secret is for. */
export type SecretName = `provider ${string}` | `hook ${HookKind}` | 'captcha' | 'sms' | SamlKeyName

/** Keys for SAML: the one in use has the shortest name, because it was the only one once. */
export type SamlKeyName = 'saml' | 'saml standby' | 'saml previously_used'

/** Secrets by their SecretName. */
export type OpenSecrets = Readonly<Record<string, string>>

/** Stored settings, with their secrets in the open. */
export interface OpenSettings {
  settings: StoredAuthSettings
  smtpPassword: string | null
  secrets: OpenSecrets
}

/**
 * The settings after a change. A stored secret never goes to another server than the one it was entered for. Throws
 * `validation_failed` for a mail server or a service that lacks its secret.
 */
export function changedSettings(before: OpenSettings, change: AuthSettingsChange, at: Date): OpenSettings {
  const { smtp, sms, templates, providers, hooks, captcha, ...fields } = change
  const settings: StoredAuthSettings = { ...before.settings, ...withoutUndefined(fields) }
  const secrets = { ...before.secrets }
  let { smtpPassword } = before
  if (templates !== undefined)
    settings.templates = { ...before.settings.templates, ...withoutUndefined(templates) }
  if (smtp === null) {
    settings.smtp = null
    smtpPassword = null
  } else if (smtp !== undefined) {
    const { password, ...server } = smtp
    const isSameServer = before.settings.smtp?.host === server.host
    if (password !== undefined) smtpPassword = password
    else if (!isSameServer) smtpPassword = null
    if (server.user !== '' && smtpPassword === null) throw passwordMissing()
    if (server.user === '') smtpPassword = null
    settings.smtp = server
  }
  if (providers) settings.providers = changeProviders(before.settings.providers ?? {}, secrets, providers, at)
  if (hooks) settings.hooks = changeHooks(before.settings.hooks ?? {}, secrets, hooks)
  if (captcha !== undefined) settings.captcha = changeCaptcha(before.settings.captcha, secrets, captcha)
  if (sms !== undefined) settings.sms = changeSms(before.settings.sms, secrets, sms)
  return { settings, smtpPassword, secrets }
}

/** The changed providers; `kept` are the secrets, which are changed in place. Throws `validation_failed`. */
function changeProviders(
  before: NonNullable<StoredAuthSettings['providers']>,
  kept: Record<string, string>,
  changes: Record<string, SignInProviderChange | null>,
  at: Date,
) {
  const after = { ...before }
  for (const [key, change] of Object.entries(changes)) {
    const name: SecretName = `provider ${key}`
    if (change === null) {
      delete after[key]
      delete kept[name]
      continue
    }
    const { secret, custom, ...fields } = change
    if (custom && !isCustomKey(key))
      throw invalid(`providers.${key}.custom`, `${providerOf(key).name} has addresses of its own`)
    const known = before[key]
    const provider: StoredProvider = { ...fields, custom: changedCustom(key, known, custom, at) }
    // A stored secret must not be sent to another server.
    if (secret !== undefined) kept[name] = secret
    else if (known === undefined || !isSameServer(known, provider)) delete kept[name]
    const problem = providerProblem(key, { ...provider, has_secret: kept[name] !== undefined })
    if (problem) throw invalid(`providers.${key}.${problem.field}`, problem.message)
    after[key] = provider
  }
  if (Object.keys(after).length > PROVIDERS_MAX)
    throw invalid('providers', `A project has at most ${PROVIDERS_MAX} providers`)
  return after
}

/** What a provider that is not ready made has beside; null for others. */
function changedCustom(
  key: string,
  before: StoredProvider | undefined,
  change: CustomProviderChange | undefined,
  at: Date,
): CustomProvider | null {
  if (!isCustomKey(key)) return null
  const known = before && customOf(key, before)
  const now = at.toISOString()
  return {
    ...(change ?? known ?? customDefaults(key)),
    created_at: known ? known.created_at : now,
    updated_at: now,
  }
}

/** What a stored provider has beside. */
export const customOf = (key: string, { custom }: StoredProvider): CustomProvider | null =>
  custom ?? (isCustomKey(key) ? { ...customDefaults(key), created_at: null, updated_at: null } : null)

/** A provider of OpenID Connect that says everything itself. */
export const customDefaults = (key: string): CustomProviderChange => ({
  name: providerOf(key).name,
  provider_type: 'oidc',
  scopes: [...OPENID_SCOPES],
  pkce_enabled: true,
  attribute_mapping: {},
  authorization_params: {},
  custom_claims_allowlist: [],
  email_optional: false,
  discovery_url: null,
  authorization_url: null,
  token_url: null,
  userinfo_url: null,
  jwks_uri: null,
})

/** Whether the secret of a client goes to the same address as before. */
export const isSameServer = (before: SecretTarget, after: SecretTarget) =>
  before.url === after.url &&
  (before.custom?.discovery_url ?? null) === (after.custom?.discovery_url ?? null) &&
  (before.custom?.token_url ?? null) === (after.custom?.token_url ?? null)
type SecretTarget = Pick<StoredProvider, 'url'> & {
  custom?: Pick<CustomProvider, 'discovery_url' | 'token_url'> | null | undefined
}

/** As `changeProviders`. */
function changeHooks(
  before: NonNullable<StoredAuthSettings['hooks']>,
  kept: Record<string, string>,
  changes: Partial<Record<HookKind, AuthHookChange | null>>,
) {
  const after = { ...before }
  for (const [key, change] of Object.entries(changes) as [HookKind, AuthHookChange | null][]) {
    const name: SecretName = `hook ${key}`
    if (change === null) {
      delete after[key]
      delete kept[name]
      continue
    }
    const { secret, ...hook } = change
    if (secret !== undefined) kept[name] = secret
    if (hookTarget(hook.uri)?.kind === 'http' && kept[name] === undefined)
      throw invalid(`hooks.${key}.secret`, 'Enter the secret that signs the requests')
    after[key] = hook
  }
  return after
}

/** As `changeProviders`. */
function changeCaptcha(
  before: StoredAuthSettings['captcha'],
  kept: Record<string, string>,
  change: CaptchaChange | null,
) {
  const name: SecretName = 'captcha'
  if (change === null) {
    delete kept[name]
    return null
  }
  const { secret, ...captcha } = change
  // A stored secret must not be sent to another service.
  if (secret !== undefined) kept[name] = secret
  else if (before?.provider !== captcha.provider || before.url !== captcha.url) delete kept[name]
  if (captcha.enabled && kept[name] === undefined)
    throw invalid('captcha.secret', `Enter the secret key of ${captchas[captcha.provider].name}`)
  return captcha
}

/** As `changeProviders`. */
function changeSms(
  before: StoredAuthSettings['sms'],
  kept: Record<string, string>,
  change: SmsServiceChange | null,
) {
  const name: SecretName = 'sms'
  if (change === null) {
    delete kept[name]
    return null
  }
  const { secret, ...service } = change
  // A stored secret must not be sent to another service.
  if (secret !== undefined) kept[name] = secret
  else if (before?.url !== service.url) delete kept[name]
  return service
}

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

const passwordMissing = () => invalid('smtp.password', 'Enter the password of the mail server')

const invalid = (path: string, message: string) =>
  new AppError('validation_failed', message, { details: { issues: [{ path, message }] } })
