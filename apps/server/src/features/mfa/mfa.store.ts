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

/** Changes to one user's factor while its row is locked. */
export type FactorEdit = ReturnType<typeof factorEdit>

/** Second factors: the secret of an authenticator app, and recovery codes in case the app is lost. */
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

    /** Stores an unconfirmed secret, replacing an earlier one. False when a secret is already confirmed. */
    async startEnrolment(userId: string, sealedSecret: Buffer) {
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

    /** Runs `work` in a transaction that locks the factor, so that requests with the same code are serialized. */
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

    /** False when there is no such unused code. */
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

    /** Ends sessions that were started without a code. */
    async endOtherSessions(sessionId: string) {
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
