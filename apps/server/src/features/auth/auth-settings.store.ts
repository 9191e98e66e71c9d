import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import type {
  AuthSettings,
  AuthSettingsChange,
  SignInProvider,
  SignInProviderChange,
} from '@basalt/contract/auth/auth.schema.ts'
import { PROVIDERS_MAX, providerProblem } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { AppError } from '../../http/app-error.ts'
import { cachedReads } from '../../platform/cached-reads.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** What is stored: fields that were set once. Defaults fill in the others, so that better ones reach existing projects. */
export type StoredAuthSettings = Partial<
  Omit<AuthSettings, 'smtp' | 'templates' | 'providers'> & {
    providers: Record<string, Omit<SignInProvider, 'has_secret'>>
    templates: Partial<AuthSettings['templates']>
    smtp: Omit<NonNullable<AuthSettings['smtp']>, 'has_password'> | null
  }
>

export type AuthSettingsStore = ReturnType<typeof authSettingsStore>

/** How users of each project sign up and in. Cached in memory, because every call of the auth API reads them. */
export function authSettingsStore(metadata: Metadata, secrets: Secrets) {
  const read = (ref: string) =>
    metadata.selectFrom('auth_settings').selectAll().where('ref', '=', ref).executeTakeFirst()

  const known = cachedReads(async (ref): Promise<AuthSettings> => complete(secrets, await read(ref)))

  return {
    of: known.of,

    /** Called when a project is deleted, because a later project may get the same ref. */
    forget: known.forget,

    /** The password of the project's mail server; undefined when there is none. */
    async smtpPassword(ref: string) {
      const sealed = (await read(ref))?.sealed_smtp_password
      return sealed ? secrets.open(sealed) : undefined
    },

    /** The secret of a provider; undefined when there is none. */
    async providerSecret(ref: string, provider: string) {
      const sealed = (await read(ref))?.sealed_secrets
      return sealed ? openSecrets(secrets, sealed)[providerSecretName(provider)] : undefined
    },

    /** Throws `validation_failed` for a mail server or a provider that lacks its secret. */
    async change(
      ref: string,
      { smtp, templates, providers, ...fields }: AuthSettingsChange,
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
        if (providers !== undefined) {
          const kept = sealedSecrets ? openSecrets(secrets, sealedSecrets) : {}
          changed.providers = changeProviders(row.settings.providers ?? {}, kept, providers)
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

const providerSecretName = (provider: string) => `provider ${provider}`

/** The changed providers; `kept` are the secrets, which are changed in place. Throws `validation_failed`. */
function changeProviders(
  before: NonNullable<StoredAuthSettings['providers']>,
  kept: Record<string, string>,
  changes: Record<string, SignInProviderChange | null>,
) {
  const after = { ...before }
  for (const [key, change] of Object.entries(changes)) {
    const name = providerSecretName(key)
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

function complete(secrets: Secrets, row: Row | undefined): AuthSettings {
  const { smtp = null, templates, providers = {}, ...fields } = row?.settings ?? {}
  const kept = row?.sealed_secrets ? openSecrets(secrets, row.sealed_secrets) : {}
  return {
    ...authDefaults,
    ...fields,
    templates: { ...authDefaults.templates, ...templates },
    smtp: smtp && { ...smtp, has_password: row?.sealed_smtp_password != null },
    providers: Object.fromEntries(
      Object.entries(providers).map(([key, provider]) => [
        key,
        { ...provider, has_secret: kept[providerSecretName(key)] !== undefined },
      ]),
    ),
  }
}

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

const passwordMissing = () => invalid('smtp.password', 'Enter the password of the mail server')

const invalid = (path: string, message: string) =>
  new AppError('validation_failed', message, { details: { issues: [{ path, message }] } })
