import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import {
  API_KEY_USE_NOTED_MINUTES,
  type ApiKeyType,
  type ApiRole,
  LASTING_KEY_SECONDS,
  roleOfKeyType,
} from '@basalt/contract/keys/keys.rules.ts'
import { isTrusted } from '@basalt/contract/keys/signing-keys.rules.ts'
import { keptReads } from '../../platform/kept-reads.ts'
import { bestEffort } from '../../platform/metadata/best-effort.ts'
import { type Es256Key, signedPart, signToken, type TokenClaims } from '../../platform/secrets/jwt.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import type { ApiKeyStore } from './api-keys.store.ts'
import type { LegacyKeyStore } from './legacy-keys.store.ts'
import type { SigningKeyStore } from './signing-keys.store.ts'
import { type VerifiedTokens, verifiedTokens } from './verified-tokens.ts'

export const ISSUER = 'basalt'

/** Something whose use is worth noting: a key's row, or the legacy keys of a project together. */
export interface Used {
  /** Milliseconds since 1970 of the use that was noted last; zero for never. */
  notedAt: number
}

interface KnownKey extends Used {
  id: string
  type: ApiKeyType
  /** The same object at each call, so that what is made of it can be kept. */
  claims: Readonly<TokenClaims>
}

/** Everything that a project's tokens and keys are signed with and recognised by. */
export interface Keyring {
  secret: string
  /** Tokens that one of its signing keys has signed. */
  tokens: VerifiedTokens
  /** What new tokens are signed with. */
  signer: string | Es256Key
  /** Publishable and secret keys, by the hex of their hash. */
  apiKeys: ReadonlyMap<string, KnownKey>
  legacy: Used & {
    areEnabled: boolean
    keys: Readonly<Record<'anon' | 'service_role', string>>
    /** Is this the signed part of one of them? */
    isOne(signed: string): boolean
  }
}

export interface KeyringDeps {
  secrets: ProjectSecrets
  apiKeys: ApiKeyStore
  signingKeys: SigningKeyStore
  legacyKeys: LegacyKeyStore
}

/**
 * Keyrings of projects, kept in memory because every request of an API asks for one. Whatever changes a key has to call
 * `forget` once the change is in the metadata.
 */
export const keyrings = (deps: KeyringDeps) => keptReads((ref) => read(deps, ref))

async function read(deps: KeyringDeps, ref: string): Promise<Keyring> {
  const [secret, legacy, signing, hashes] = await Promise.all([
    deps.secrets.read(ref, 'jwt_secret'),
    deps.legacyKeys.of(ref),
    deps.signingKeys.list(ref),
    deps.apiKeys.hashes(ref),
  ])
  const publicKeys = new Map<string, KeyObject>()
  for (const { id, status, public_jwk } of signing)
    if (public_jwk && isTrusted(status))
      publicKeys.set(id, createPublicKey({ key: { ...public_jwk }, format: 'jwk' }))
  const inUse = signing.find(({ status, public_jwk }) => status === 'in_use' && public_jwk)
  const keys = legacyKeys(secret, ref, legacy.project_created_at)
  const legacyParts = new Set(Object.values(keys).map(signedPart))
  return {
    secret,
    tokens: verifiedTokens({ publicKeys, ...(isTrusted(legacy.secret_status) && { secret }) }),
    signer: inUse
      ? { kid: inUse.id, privateKey: createPrivateKey(await deps.signingKeys.privateKeyOf(inUse.id)) }
      : secret,
    apiKeys: new Map(
      hashes.map(({ id, type, key_hash, last_used_at }) => [
        key_hash.toString('hex'),
        {
          id,
          type,
          claims: Object.freeze({ iss: ISSUER, ref, role: roleOfKeyType[type] }),
          notedAt: timeOf(last_used_at),
        },
      ]),
    ),
    legacy: {
      areEnabled: legacy.are_enabled,
      keys,
      notedAt: timeOf(legacy.last_used_at),
      isOne: (signed) => legacyParts.has(signed),
    },
  }
}

/** The two keys that are the same at every call, because they follow from the project and its secret. */
function legacyKeys(secret: string, ref: string, createdAt: string) {
  const iat = Math.floor(Date.parse(createdAt) / 1000)
  const key = (role: ApiRole) =>
    signToken(secret, { iss: ISSUER, ref, role, iat, exp: iat + LASTING_KEY_SECONDS })
  return { anon: key('anon'), service_role: key('service_role') }
}

const timeOf = (time: string | null) => (time === null ? 0 : Date.parse(time))

/** Whether the last use that was noted is long enough ago. */
export const isUseNews = ({ notedAt }: Used, now: Date) =>
  now.getTime() - notedAt >= API_KEY_USE_NOTED_MINUTES * 60_000

/** Calls `note` with a use. While the metadata cannot be written, it is not noted, and one after the next interval is. */
export async function noteUse(used: Used, now: Date, note: (at: Date) => Promise<void>) {
  used.notedAt = now.getTime()
  await bestEffort(() => note(now))
}
