import {
  isDeletable,
  isTrusted,
  LEGACY_SIGNING_KEY,
  mayBecome,
  type SigningKeyStatus,
  signingKeyStatusWords,
} from '@basalt/contract/keys/signing-keys.rules.ts'
import type { JwtSecretChange, SigningKey } from '@basalt/contract/keys/signing-keys.schema.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { type ProjectSecrets, randomSecret } from '../../platform/secrets/project-secrets.ts'
import type { LegacyKeyStore } from './legacy-keys.store.ts'
import type { SigningKeyStore } from './signing-keys.store.ts'

export type SigningKeyService = ReturnType<typeof signingKeyService>

interface Deps {
  signingKeys: SigningKeyStore
  legacyKeys: LegacyKeyStore
  secrets: ProjectSecrets
  now: () => Date
  /** What is remembered of the project's keys is wrong from now on. */
  forget(ref: string): void
}

/** How signing keys live: one in use, at most one on standby, and those that were. */
export function signingKeyService({ signingKeys, legacyKeys, secrets, now, forget }: Deps) {
  const changing = async <T>(ref: string, work: Promise<T>) => {
    const done = await work
    forget(ref)
    return done
  }

  return {
    list: signingKeys.list,

    create: (ref: string) => changing(ref, signingKeys.create(ref)),

    /** Throws `not_found`, or `conflict` for what a key in its state cannot become. */
    setStatus: async (ref: string, id: string, status: SigningKeyStatus) => {
      await changing(
        ref,
        signingKeys.edit(ref, async ({ keys, legacy, setStatus }) => {
          const key = keyOrThrow(keys, id)
          if (!mayBecome(key.status, status)) throw cannotBecome(key, status)
          if (id === LEGACY_SIGNING_KEY && status === 'revoked' && legacy.are_enabled)
            throw new AppError(
              'conflict',
              'The legacy API keys are signed with this secret. Disable them first, in the API keys of the project.',
            )
          const before = keys.find((one) => one.status === 'in_use')
          // The index allows one key in use, so that the old one has to make room first.
          if (status === 'in_use' && before) await setStatus(before.id, 'previously_used')
          await setStatus(key.id, status)
        }),
      )
      return signingKeys.list(ref)
    },

    /** Throws `not_found`, or `conflict` for a key that somebody may rely on. */
    remove: (ref: string, id: string) =>
      changing(
        ref,
        signingKeys.edit(ref, async ({ keys, remove }) => {
          const key = keyOrThrow(keys, id)
          if (id === LEGACY_SIGNING_KEY)
            throw new AppError('conflict', 'The legacy JWT secret can be revoked, but not deleted')
          if (!isDeletable(key.status))
            throw new AppError('conflict', 'Only a key that is on standby or revoked can be deleted')
          await remove(id)
        }),
      ),

    /** The public halves of all keys that are believed (RFC 7517). */
    async jwks(ref: string) {
      const keys = await signingKeys.list(ref)
      return { keys: keys.flatMap(({ status, public_jwk }) => (isTrusted(status) && public_jwk) || []) }
    },

    async changeSecret(ref: string, change: JwtSecretChange) {
      await secrets.replace(ref, 'jwt_secret', change.source === 'own' ? change.jwt_secret : randomSecret())
      forget(ref)
      await legacyKeys.noteSecretChange(ref, now())
    },
  }
}

function keyOrThrow(keys: readonly SigningKey[], id: string) {
  const key = keys.find((one) => one.id === id)
  if (!key) throw notFound('Signing key', id)
  return key
}

const cannotBecome = ({ status }: SigningKey, wanted: SigningKeyStatus) =>
  new AppError(
    'conflict',
    status === wanted
      ? `The key is ${word(status)} already`
      : `A key that is ${word(status)} cannot become ${word(wanted)}`,
  )

const word = (status: SigningKeyStatus) => signingKeyStatusWords[status].toLowerCase()
