import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import type {
  AuthHook,
  AuthHookChange,
  AuthSettings,
  AuthSettingsChange,
  Captcha,
  CaptchaChange,
  SignInProvider,
  SignInProviderChange,
  SmsService,
  SmsServiceChange,
} from '@basalt/contract/auth/auth.schema.ts'
import { type HookKind, hookTarget } from '@basalt/contract/auth/auth-hooks.rules.ts'
import { captchas } from '@basalt/contract/auth/captcha.rules.ts'
import { PROVIDERS_MAX, providerProblem } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { AppError } from '../../http/app-error.ts'
import { cachedReads } from '../../platform/cached-reads.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { NO_OTHER_PROCESS, type SettingsChanges } from '../../platform/metadata/settings-changes.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** What is stored: fields that were set once. Defaults fill in the others, so that better ones reach existing projects. */
export type StoredAuthSettings = Partial<
  Omit<AuthSettings, 'smtp' | 'sms' | 'templates' | 'providers' | 'hooks' | 'captcha'> & {
    sms: Omit<SmsService, 'has_secret'> | null
    hooks: Partial<Record<HookKind, Omit<AuthHook, 'has_secret'>>>
    captcha: Omit<Captcha, 'has_secret'> | null
    providers: Record<string, Omit<SignInProvider, 'has_secret'>>
    templates: Partial<AuthSettings['templates']>
    smtp: Omit<NonNullable<AuthSettings['smtp']>, 'has_password'> | null
  }
>

export type AuthSettingsStore = ReturnType<typeof authSettingsStore>

/** How users of each project sign up and in. Cached in memory, because every call of the auth API reads them. */
export function authSettingsStore(
  metadata: Metadata,
  secrets: Secrets,
  changes: SettingsChanges = NO_OTHER_PROCESS,
) {
  const read = (ref: string) =>
    metadata.selectFrom('auth_settings').selectAll().where('ref', '=', ref).executeTakeFirst()

  const known = cachedReads(async (ref): Promise<AuthSettings> => complete(secrets, await read(ref)))
  changes.add('auth', known)

  return {
    of: known.of,

    /** Called when a project is deleted, because a later project may get the same ref. */
    forget: known.forget,

    /** The password of the project's mail server; undefined when there is none. */
    async smtpPassword(ref: string) {
      const sealed = (await read(ref))?.sealed_smtp_password
      return sealed ? secrets.open(sealed) : undefined
    },

    /** The secret for a provider, a hook, the captcha or the message service; undefined when there is none. */
    async secret(ref: string, name: SecretName) {
      const sealed = (await read(ref))?.sealed_secrets
      return sealed ? openSecrets(secrets, sealed)[name] : undefined
    },

    /** Throws `validation_failed` for a mail server or a provider that lacks its secret. */
    async change(
      ref: string,
      { smtp, sms, templates, providers, hooks, captcha, ...fields }: AuthSettingsChange,
    ): Promise<AuthSettings> {
      const changed = await metadata.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('auth_settings')
          .values({ ref, settings: {} })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const row = await transaction
          .selectFrom('auth_settings')
          .selectAll()
          .where('ref', '=', ref)
          .forUpdate()
          .executeTakeFirstOrThrow()
        const changed: StoredAuthSettings = { ...row.settings, ...withoutUndefined(fields) }
        if (templates !== undefined)
          changed.templates = { ...row.settings.templates, ...withoutUndefined(templates) }
        let sealed = row.sealed_smtp_password
        if (smtp === null) {
          changed.smtp = null
          sealed = null
        } else if (smtp !== undefined) {
          const { password, ...server } = smtp
          // A stored password must not be sent to another server.
          const isSameServer = row.settings.smtp?.host === server.host
          if (password !== undefined) sealed = secrets.seal(password)
          else if (!isSameServer) sealed = null
          if (server.user !== '' && sealed === null) throw passwordMissing()
          if (server.user === '') sealed = null
          changed.smtp = server
        }
        let sealedSecrets = row.sealed_secrets
        if ([providers, hooks, captcha, sms].some((change) => change !== undefined)) {
          const kept = sealedSecrets ? openSecrets(secrets, sealedSecrets) : {}
          if (providers) changed.providers = changeProviders(row.settings.providers ?? {}, kept, providers)
          if (hooks) changed.hooks = changeHooks(row.settings.hooks ?? {}, kept, hooks)
          if (captcha !== undefined) changed.captcha = changeCaptcha(row.settings.captcha, kept, captcha)
          if (sms !== undefined) changed.sms = changeSms(row.settings.sms, kept, sms)
          sealedSecrets = secrets.seal(JSON.stringify(kept))
        }
        const stored = { settings: changed, sealed_smtp_password: sealed, sealed_secrets: sealedSecrets }
        await transaction.updateTable('auth_settings').set(stored).where('ref', '=', ref).execute()
        return complete(secrets, stored)
      })
      known.forget(ref)
      return changed
    },
  }
}

type Row = {
  settings: StoredAuthSettings
  sealed_smtp_password: Buffer | null
  sealed_secrets: Buffer | null
}

const openSecrets = (secrets: Secrets, sealed: Buffer) =>
  JSON.parse(secrets.open(sealed)) as Record<string, string>

/** What a secret is for. */
export type SecretName = `provider ${string}` | `hook ${HookKind}` | 'captcha' | 'sms'

/** The changed providers; `kept` are the secrets, which are changed in place. Throws `validation_failed`. */
function changeProviders(
  before: NonNullable<StoredAuthSettings['providers']>,
  kept: Record<string, string>,
  changes: Record<string, SignInProviderChange | null>,
) {
  const after = { ...before }
  for (const [key, change] of Object.entries(changes)) {
    const name: SecretName = `provider ${key}`
    if (change === null) {
      delete after[key]
      delete kept[name]
      continue
    }
    const { secret, ...provider } = change
    // A stored secret must not be sent to another server.
    if (secret !== undefined) kept[name] = secret
    else if (before[key]?.url !== provider.url) delete kept[name]
    const problem = providerProblem(key, { ...provider, has_secret: kept[name] !== undefined })
    if (problem) throw invalid(`providers.${key}.${problem.field}`, problem.message)
    after[key] = provider
  }
  if (Object.keys(after).length > PROVIDERS_MAX)
    throw invalid('providers', `A project has at most ${PROVIDERS_MAX} providers`)
  return after
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

function complete(secrets: Secrets, row: Row | undefined): AuthSettings {
  const {
    smtp = null,
    sms = null,
    templates,
    providers = {},
    hooks = {},
    captcha = null,
    ...fields
  } = row?.settings ?? {}
  const kept = row?.sealed_secrets ? openSecrets(secrets, row.sealed_secrets) : {}
  return {
    ...authDefaults,
    ...fields,
    templates: { ...authDefaults.templates, ...templates },
    smtp: smtp && { ...smtp, has_password: row?.sealed_smtp_password != null },
    sms: sms && { ...sms, has_secret: kept.sms !== undefined },
    providers: Object.fromEntries(
      Object.entries(providers).map(([key, provider]) => [
        key,
        { ...provider, has_secret: kept[`provider ${key}`] !== undefined },
      ]),
    ),
    hooks: Object.fromEntries(
      Object.entries(hooks).map(([key, hook]) => [
        key,
        { ...hook, has_secret: kept[`hook ${key}`] !== undefined },
      ]),
    ),
    captcha: captcha && { ...captcha, has_secret: kept.captcha !== undefined },
  }
}

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

const passwordMissing = () => invalid('smtp.password', 'Enter the password of the mail server')

const invalid = (path: string, message: string) =>
  new AppError('validation_failed', message, { details: { issues: [{ path, message }] } })
