import type { MfaStatus } from '@basalt/contract/mfa/mfa.schema.ts'
import { sql, type Transaction } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'

export type MfaStore = ReturnType<typeof mfaStore>

export interface Factor {
  sealed_secret: Buffer
  confirmed_at: string | null
  last_step: number
  wrong_codes: number
  locked_until: string | null
}

/** What may be done to one user's factor while it is locked against everybody else. */
export type FactorEdit = ReturnType<typeof factorEdit>

/** The second factor of a user: the secret of an authenticator app, and codes for the day the app is lost. */
export function mfaStore(metadata: Metadata) {
  return {
    async status(userId: string): Promise<MfaStatus> {
      const row = await metadata
        .selectFrom('mfa_factors')
        .select((eb) => [
          'confirmed_at as enrolled_at',
          eb
            .selectFrom('recovery_codes')
            .select(sql<number>`count(*)::int`.as('count'))
            .whereRef('recovery_codes.user_id', '=', 'mfa_factors.user_id')
            .as('recovery_codes_left'),
        ])
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return { enrolled_at: row?.enrolled_at ?? null, recovery_codes_left: row?.recovery_codes_left ?? 0 }
    },

    /** Notes a secret that is still to be confirmed, in place of an earlier one. False when one is confirmed. */
    async begin(userId: string, sealedSecret: Buffer) {
      const { numInsertedOrUpdatedRows } = await metadata
        .insertInto('mfa_factors')
        .values({ user_id: userId, sealed_secret: sealedSecret })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ sealed_secret: sealedSecret })
            .where('mfa_factors.confirmed_at', 'is', null),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    /** Runs `work` in a transaction in which two requests with the same code come one after the other. */
    withFactor<T>(userId: string, work: (factor: Factor | undefined, edit: FactorEdit) => Promise<T>) {
      return metadata.transaction().execute(async (transaction) => {
        const factor = await transaction
          .selectFrom('mfa_factors')
          .select(['sealed_secret', 'confirmed_at', 'last_step', 'wrong_codes', 'locked_until'])
          .where('user_id', '=', userId)
          .forUpdate()
          .executeTakeFirst()
        return work(factor, factorEdit(transaction, userId))
      })
    },
  }
}

function factorEdit(transaction: Transaction<MetadataSchema>, userId: string) {
  const set = async (
    change: Partial<Pick<Factor, 'confirmed_at' | 'last_step' | 'wrong_codes' | 'locked_until'>>,
  ) => {
    await transaction.updateTable('mfa_factors').set(change).where('user_id', '=', userId).execute()
  }
  return {
    set,

    /** False when there is no such code, or none any more. */
    async spendRecoveryCode(hash: Buffer) {
      const { numDeletedRows } = await transaction
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', hash)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async replaceRecoveryCodes(hashes: Buffer[]) {
      await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      await transaction
        .insertInto('recovery_codes')
        .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
        .execute()
    },

    /** Sessions that began without a code must not go on as if they had given one. */
    async endSessionsBut(sessionId: string) {
      await transaction
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '!=', sessionId)
        .execute()
    },

    async remove() {
      await transaction.deleteFrom('mfa_factors').where('user_id', '=', userId).execute()
    },
  }
}
