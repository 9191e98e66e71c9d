import {
  isDeletable,
  isTrusted,
  LEGACY_SIGNING_KEY,
  mayBecome,
  type SigningKeyStatus,
  signingKeyStatusLabels,
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
  /** Removes the cached keys of a project. */
  forget(ref: string): void
}

/** Signing keys of projects: one in use, at most one on standby, and previous ones. */
export function signingKeyService({ signingKeys, legacyKeys, secrets, now, forget }: Deps) {
  const thenForget = async <T>(ref: string, work: Promise<T>) => {
    const result = await work
    forget(ref)
    return result
  }

  return {
    list: signingKeys.list,

    create: (ref: string) => thenForget(ref, signingKeys.create(ref)),

    /** Throws `not_found`, or `conflict` when the current status does not allow the change. */
    setStatus: async (ref: string, id: string, status: SigningKeyStatus) => {
      await thenForget(
        ref,
        signingKeys.edit(ref, async ({ keys, legacy, setStatus }) => {
          const key = keyOrThrow(keys, id)
          if (!mayBecome(key.status, status)) throw cannotBecome(key, status)
          if (id === LEGACY_SIGNING_KEY && status === 'revoked' && legacy.are_enabled)
            throw new AppError(
              'conflict',
              'The legacy API keys are signed with this secret. Disable them first, in the API keys of the project.',
            )
          const current = keys.find((one) => one.status === 'in_use')
          // The old key changes first, because a unique index allows only one key in use.
          if (status === 'in_use' && current) await setStatus(current.id, 'previously_used')
          await setStatus(key.id, status)
        }),
      )
      return signingKeys.list(ref)
    },

    /** Throws `not_found`, or `conflict` for a key that is or was in use. */
    remove: (ref: string, id: string) =>
      thenForget(
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

    /** The public keys that verify tokens (RFC 7517). */
    async jwks(ref: string) {
      const keys = await signingKeys.list(ref)
      return { keys: keys.flatMap(({ status, public_jwk }) => (isTrusted(status) && public_jwk) || []) }
    },

    async changeSecret(ref: string, change: JwtSecretChange) {
      await secrets.replace(ref, 'jwt_secret', change.source === 'own' ? change.jwt_secret : randomSecret())
      forget(ref)
      await legacyKeys.recordSecretChange(ref, now())
    },
  }
}

function keyOrThrow(keys: readonly SigningKey[], id: string) {
  const key = keys.find((one) => one.id === id)
  if (!key) throw notFound('Signing key', id)
  return key
}

const cannotBecome = ({ status }: SigningKey, next: SigningKeyStatus) =>
  new AppError(
    'conflict',
    status === next
      ? `The key already has the status ${label(status)}`
      : `A key with the status ${label(status)} cannot become ${label(next)}`,
  )

const label = (status: SigningKeyStatus) => signingKeyStatusLabels[status].toLowerCase()
