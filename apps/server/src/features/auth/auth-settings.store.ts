import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthSettings, AuthSettingsChange } from '@basalt/contract/auth/auth.schema.ts'
import { AppError } from '../../http/app-error.ts'
import { cachedReads } from '../../platform/cached-reads.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** What is stored: fields that were set once. Defaults fill in the others, so that better ones reach existing projects. */
export type StoredAuthSettings = Partial<
  Omit<AuthSettings, 'smtp' | 'templates'> & {
    templates: Partial<AuthSettings['templates']>
    smtp: Omit<NonNullable<AuthSettings['smtp']>, 'has_password'> | null
  }
>

export type AuthSettingsStore = ReturnType<typeof authSettingsStore>

/** How users of each project sign up and in. Cached in memory, because every call of the auth API reads them. */
export function authSettingsStore(metadata: Metadata, secrets: Secrets) {
  const read = (ref: string) =>
    metadata.selectFrom('auth_settings').selectAll().where('ref', '=', ref).executeTakeFirst()

  const known = cachedReads(async (ref): Promise<AuthSettings> => complete(await read(ref)))

  return {
    of: known.of,

    /** Called when a project is deleted, because a later project may get the same ref. */
    forget: known.forget,

    /** The password of the project's mail server; undefined when there is none. */
    async smtpPassword(ref: string) {
      const sealed = (await read(ref))?.sealed_smtp_password
      return sealed ? secrets.open(sealed) : undefined
    },

    /** Throws `validation_failed` for a user name of the mail server without a password. */
    async change(ref: string, { smtp, templates, ...fields }: AuthSettingsChange): Promise<AuthSettings> {
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
        const stored = { settings: changed, sealed_smtp_password: sealed }
        await transaction.updateTable('auth_settings').set(stored).where('ref', '=', ref).execute()
        return complete(stored)
      })
      known.forget(ref)
      return changed
    },
  }
}

type Row = { settings: StoredAuthSettings; sealed_smtp_password: Buffer | null }

function complete(row: Row | undefined): AuthSettings {
  const { smtp = null, templates, ...fields } = row?.settings ?? {}
  return {
    ...authDefaults,
    ...fields,
    templates: { ...authDefaults.templates, ...templates },
    smtp: smtp && { ...smtp, has_password: row?.sealed_smtp_password != null },
  }
}

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

function passwordMissing() {
  const message = 'Enter the password of the mail server'
  return new AppError('validation_failed', message, {
    details: { issues: [{ path: 'smtp.password', message }] },
  })
}
