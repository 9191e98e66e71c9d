import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthSettings, AuthSettingsChange } from '@basalt/contract/auth/auth.schema.ts'
import type { Transaction } from 'kysely'
import { cachedReads } from '../../platform/cached-reads.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import { NO_OTHER_PROCESS, type SettingsChanges } from '../../platform/metadata/settings-changes.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import {
  changedSettings,
  customOf,
  type OpenSecrets,
  type OpenSettings,
  type SecretName,
  type StoredAuthSettings,
} from './changed-auth-settings.ts'

export type AuthSettingsStore = ReturnType<typeof authSettingsStore>

/** How users of each project sign up and in. Cached in memory, because every call of the auth API reads them. */
export function authSettingsStore(
  metadata: Metadata,
  secrets: Secrets,
  changes: SettingsChanges = NO_OTHER_PROCESS,
) {
  const read = (ref: string) =>
    metadata.selectFrom('auth_settings').selectAll().where('ref', '=', ref).executeTakeFirst()

  const secretsOf = async (ref: string) => openSecrets(secrets, await read(ref))

  /** Changes the row of a project, which others wait for. */
  const changeRow = (ref: string, work: (before: OpenSettings, row: Row) => OpenSettings) =>
    metadata.transaction().execute(async (transaction) => {
      const row = await lockRow(transaction, ref)
      const before = {
        settings: row.settings,
        smtpPassword: row.sealed_smtp_password && secrets.open(row.sealed_smtp_password),
        secrets: openSecrets(secrets, row),
      }
      const after = work(before, row)
      const stored = {
        settings: after.settings,
        sealed_smtp_password: after.smtpPassword === null ? null : secrets.seal(after.smtpPassword),
        sealed_secrets: secrets.seal(JSON.stringify(after.secrets)),
      }
      await transaction.updateTable('auth_settings').set(stored).where('ref', '=', ref).execute()
      return { after, stored }
    })

  const known = cachedReads(async (ref): Promise<AuthSettings> => complete(secrets, await read(ref)))
  changes.add('auth', known)

  const changeFrom = async (
    ref: string,
    decide: (before: AuthSettings) => AuthSettingsChange,
  ): Promise<AuthSettings> => {
    const { stored } = await changeRow(ref, (before, row) =>
      changedSettings(before, decide(complete(secrets, row)), new Date()),
    )
    known.forget(ref)
    return complete(secrets, stored)
  }

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
    secret: async (ref: string, name: SecretName) => (await secretsOf(ref))[name],

    /** All secrets of a project, by their names. */
    secrets: secretsOf,

    /** Changes secrets that no setting refers to. Changes at the same moment wait for each other. Resolves to all secrets. */
    async changeSecrets(ref: string, work: (before: OpenSecrets) => OpenSecrets): Promise<OpenSecrets> {
      const { after } = await changeRow(ref, (before) => ({ ...before, secrets: work(before.secrets) }))
      return after.secrets
    },

    /** Throws `validation_failed` for a mail server or a provider that lacks its secret. */
    change: (ref: string, change: AuthSettingsChange) => changeFrom(ref, () => change),

    /** Changes what `decide` says of the stored settings, which nobody else changes meanwhile. Throws as `change` does. */
    changeFrom,
  }
}

type Row = {
  settings: StoredAuthSettings
  sealed_smtp_password: Buffer | null
  sealed_secrets: Buffer | null
}

async function lockRow(transaction: Transaction<MetadataSchema>, ref: string): Promise<Row> {
  await transaction
    .insertInto('auth_settings')
    .values({ ref, settings: {} })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return transaction
    .selectFrom('auth_settings')
    .selectAll()
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

const openSecrets = (secrets: Secrets, row: Row | undefined): OpenSecrets =>
  row?.sealed_secrets ? JSON.parse(secrets.open(row.sealed_secrets)) : {}

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
  const kept = openSecrets(secrets, row)
  return {
    ...authDefaults,
    ...fields,
    templates: { ...authDefaults.templates, ...templates },
    smtp: smtp && { ...smtp, has_password: row?.sealed_smtp_password != null },
    sms: sms && { ...sms, has_secret: kept.sms !== undefined },
    providers: Object.fromEntries(
      Object.entries(providers).map(([key, provider]) => [
        key,
        { ...provider, custom: customOf(key, provider), has_secret: kept[`provider ${key}`] !== undefined },
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
