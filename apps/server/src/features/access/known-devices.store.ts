import { DEVICE_COOKIE_DAYS, KNOWN_DEVICES_MAX } from '@basalt/contract/access/access.rules.ts'
import { sql } from 'kysely'
import { hashToken, newSessionToken } from '../../platform/ids.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type KnownDeviceStore = ReturnType<typeof knownDeviceStore>

/** The browsers a user has signed in with, each identified by a cookie that outlives its sessions. */
export function knownDeviceStore(metadata: Metadata) {
  const userWith = (hash: Buffer) =>
    metadata.selectFrom('known_devices').select('user_id').where('token_hash', '=', hash)
  const isKnownToAnybody = async (token: string) =>
    (await userWith(hashToken(token)).limit(1).executeTakeFirst()) !== undefined
  const isKnownTo = async (userId: string, hash: Buffer) =>
    (await userWith(hash).where('user_id', '=', userId).executeTakeFirst()) !== undefined
  const hasAny = async (userId: string) =>
    (await metadata
      .selectFrom('known_devices')
      .select('user_id')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst()) !== undefined

  return {
    /** Whether the account with this email was signed in to with the browser that sent `cookie`. */
    async isKnown(email: string, cookie: string | undefined) {
      if (cookie === undefined) return false
      const device = await metadata
        .selectFrom('known_devices')
        .innerJoin('users', 'users.id', 'known_devices.user_id')
        .select('user_id')
        .where('token_hash', '=', hashToken(cookie))
        .where(sql`lower(users.email)`, '=', email.toLowerCase())
        .executeTakeFirst()
      return device !== undefined
    },

    /**
     * Records that the user signed in with the browser that sent `cookie`. Returns the token for its cookie, and whether the
     * browser is new to a user who has used others before.
     */
    async record(userId: string, cookie: string | undefined) {
      // Two people may share a browser. A token that we did not issue is replaced.
      const token = cookie !== undefined && (await isKnownToAnybody(cookie)) ? cookie : newSessionToken()
      const hash = hashToken(token)
      const isNew = (await hasAny(userId)) && !(await isKnownTo(userId, hash))
      await metadata
        .insertInto('known_devices')
        .values({ user_id: userId, token_hash: hash })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at: new Date() }),
        )
        .execute()
      await sweep(userId)
      return { token, isNew }
    },
  }

  /** Limits the number of devices: scripts without cookies would add one with every sign-in. */
  async function sweep(userId: string) {
    await sql`
      delete from known_devices where user_id = ${userId} and (
        last_used_at < now() - make_interval(days => ${DEVICE_COOKIE_DAYS})
        or token_hash in (
          select token_hash from known_devices where user_id = ${userId}
          order by last_used_at desc offset ${KNOWN_DEVICES_MAX}
        )
      )`.execute(metadata)
  }
}
