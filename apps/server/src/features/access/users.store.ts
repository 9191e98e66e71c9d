import type { Profile } from '@basalt/contract/access/access.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isUniqueViolation } from '../../platform/metadata/metadata-errors.ts'

/** Any number that every Basalt uses: only one sign-up at a time may check whether it is the first. */
const FIRST_USER_LOCK = 7_233_142

export type UserStore = ReturnType<typeof userStore>

/** People with an account. Email addresses are unique whatever their case. */
export function userStore(metadata: Metadata) {
  const profile = ['id', 'email', 'display_name', 'created_at'] as const
  return {
    async hasAny() {
      const row = await metadata
        .selectFrom('users')
        .select('id')
        .where('password_hash', 'is not', null)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** The owner of the installation: the first account, created with the set-up link or from the environment. */
    installationOwner(): Promise<Profile | undefined> {
      return metadata
        .selectFrom('users')
        .select(profile)
        .where('password_hash', 'is not', null)
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
    },

    /** Undefined when the address is taken. */
    create(email: string, passwordHash: string): Promise<Profile | undefined> {
      return metadata
        .insertInto('users')
        .values({ email, password_hash: passwordHash })
        .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
        .returning(profile)
        .executeTakeFirst()
    },

    /** Undefined when there is an account already, even when two calls run at once. */
    createFirst(email: string, passwordHash: string): Promise<Profile | undefined> {
      return metadata.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${FIRST_USER_LOCK})`.execute(transaction)
        const store = userStore(transaction)
        return (await store.hasAny()) ? undefined : store.create(email, passwordHash)
      })
    },

    withPassword(email: string) {
      return metadata
        .selectFrom('users')
        .select([...profile, 'password_hash'])
        .where(sql`lower(email)`, '=', email)
        .executeTakeFirst()
    },

    /** Undefined when there is no such user. */
    rename(id: string, displayName: string | null): Promise<Profile | undefined> {
      return metadata
        .updateTable('users')
        .set({ display_name: displayName })
        .where('id', '=', id)
        .returning(profile)
        .executeTakeFirst()
    },

    async passwordHash(id: string) {
      const row = await metadata
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.password_hash ?? undefined
    },

    /** False when the password hash is no longer `before`, because another call changed it first. */
    async replacePassword(id: string, before: string, passwordHash: string) {
      const { numUpdatedRows } = await metadata
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('id', '=', id)
        .where('password_hash', '=', before)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Undefined when the password hash is no longer `before`. A new spelling of the user's own address is allowed. */
    async changeEmail(id: string, before: string, email: string): Promise<Profile | 'taken' | undefined> {
      try {
        return await metadata
          .updateTable('users')
          .set({ email })
          .where('id', '=', id)
          .where('password_hash', '=', before)
          .returning(profile)
          .executeTakeFirst()
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken'
        throw error
      }
    },

    find(id: string): Promise<Profile | undefined> {
      return metadata.selectFrom('users').select(profile).where('id', '=', id).executeTakeFirst()
    },
  }
}
