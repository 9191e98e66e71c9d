import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import {
  LEGACY_SIGNING_KEY,
  SIGNING_KEYS_MAX,
  type SigningKeyStatus,
} from '@basalt/contract/keys/signing-keys.rules.ts'
import type { PublicJwk, SigningKey } from '@basalt/contract/keys/signing-keys.schema.ts'
import type { Transaction } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { legacyKeyStore } from './legacy-keys.store.ts'

const newKeyPair = promisify(generateKeyPair)

export type SigningKeyStore = ReturnType<typeof signingKeyStore>

/** A project's signing keys, locked against other changes. */
export interface SigningKeyEdit {
  keys: readonly SigningKey[]
  legacy: { are_enabled: boolean }
  setStatus(id: SigningKey['id'], status: SigningKeyStatus): Promise<void>
  remove(id: string): Promise<void>
}

/** The keys that sign a project's tokens: ES256 keys, and the legacy secret as the oldest one. */
export function signingKeyStore(metadata: Metadata, secrets: Secrets, now: () => Date) {
  const list = async (source: Metadata | Transaction<MetadataSchema>, ref: string): Promise<SigningKey[]> => {
    const keys = await source
      .selectFrom('signing_keys')
      .select(['id', 'status', 'public_jwk', 'created_at', 'status_changed_at'])
      .where('ref', '=', ref)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
    const legacy = await legacyKeyStore(source).of(ref)
    return [
      ...keys.map((key) => ({ ...key, algorithm: 'ES256' as const })),
      {
        id: LEGACY_SIGNING_KEY,
        algorithm: 'HS256' as const,
        status: legacy.secret_status,
        public_jwk: null,
        created_at: legacy.secret_changed_at,
        status_changed_at: legacy.secret_status_changed_at,
      },
    ]
  }

  /** Locks the row of the project, so that changes of its keys run one after the other. */
  const locked = <T>(ref: string, work: (transaction: Transaction<MetadataSchema>) => Promise<T>) =>
    metadata.transaction().execute(async (transaction) => {
      await transaction.selectFrom('projects').select('ref').where('ref', '=', ref).forUpdate().execute()
      return work(transaction)
    })

  return {
    /** Newest first, the legacy secret last. */
    list: (ref: string) => list(metadata, ref),

    /** Creates a key on standby. Throws `conflict` when there is one already, or the maximum number of keys. */
    async create(ref: string): Promise<SigningKey> {
      const { publicKey, privateKey } = await newKeyPair('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const id = randomUUID()
      const jwk: PublicJwk = {
        kty: 'EC',
        crv: 'P-256',
        x,
        y,
        kid: id,
        alg: 'ES256',
        use: 'sig',
        key_ops: ['verify'],
      }
      return locked(ref, async (transaction) => {
        const known = await list(transaction, ref)
        if (known.some(({ status }) => status === 'standby'))
          throw new AppError('conflict', 'There is already a standby key. Put it in use or delete it.')
        if (known.length >= SIGNING_KEYS_MAX)
          throw new AppError(
            'conflict',
            `A project has at most ${SIGNING_KEYS_MAX} signing keys. Revoke and delete an unused one.`,
          )
        const row = await transaction
          .insertInto('signing_keys')
          .values({
            id,
            ref,
            status: 'standby',
            public_jwk: JSON.stringify(jwk),
            sealed_private_key: secrets.seal(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
          })
          .returning(['id', 'status', 'public_jwk', 'created_at', 'status_changed_at'])
          .executeTakeFirstOrThrow()
        return { ...row, algorithm: 'ES256' }
      })
    },

    /** Runs `work` in a transaction that locks the keys of the project. An exception rolls it back. */
    edit: <T>(ref: string, work: (edit: SigningKeyEdit) => Promise<T>) =>
      locked(ref, async (transaction) => {
        const legacy = legacyKeyStore(transaction)
        return work({
          keys: await list(transaction, ref),
          legacy: await legacy.of(ref),
          async setStatus(id, status) {
            const at = now()
            if (id === LEGACY_SIGNING_KEY) return legacy.setSecretStatus(ref, status, at)
            await transaction
              .updateTable('signing_keys')
              .set({ status, status_changed_at: at })
              .where('id', '=', id)
              .execute()
          },
          async remove(id) {
            await transaction.deleteFrom('signing_keys').where('id', '=', id).execute()
          },
        })
      }),

    /** The private key, in PEM. */
    async privateKeyOf(id: string) {
      const { sealed_private_key } = await metadata
        .selectFrom('signing_keys')
        .select('sealed_private_key')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return secrets.open(sealed_private_key)
    },
  }
}
