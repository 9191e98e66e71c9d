import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import {
  API_KEY_USE_INTERVAL_MINUTES,
  type ApiKeyType,
  type ApiRole,
  LEGACY_KEY_SECONDS,
  roleOfKeyType,
} from '@basalt/contract/keys/keys.rules.ts'
import { isTrusted } from '@basalt/contract/keys/signing-keys.rules.ts'
import { cachedReads } from '../../platform/cached-reads.ts'
import { bestEffort } from '../../platform/metadata/best-effort.ts'
import type { SettingsChanges } from '../../platform/metadata/settings-changes.ts'
import { type Es256Key, signedPart, signToken, type TokenClaims } from '../../platform/secrets/jwt.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import type { ApiKeyStore } from './api-keys.store.ts'
import type { LegacyKeyStore } from './legacy-keys.store.ts'
import type { SigningKeyStore } from './signing-keys.store.ts'
import { type VerifiedTokens, verifiedTokens } from './verified-tokens.ts'

export const ISSUER = 'basalt'

/** When an API key, or one of the two legacy keys, was last used. */
export interface UseRecord {
  /** The recorded time in milliseconds since 1970; zero when it was never used. */
  recordedAt: number
}

interface KnownKey extends UseRecord {
  id: string
  type: ApiKeyType
  /** The same object for all requests with this key, so that values derived from it can be cached. */
  claims: Readonly<TokenClaims>
}

/** Everything that signs and verifies a project's tokens and keys. */
export interface Keyring {
  secret: string
  /** Verifies tokens with the trusted signing keys. */
  tokens: VerifiedTokens
  /** Signs new tokens. */
  signer: string | Es256Key
  /** Publishable and secret keys by their hash in hexadecimal. */
  apiKeys: ReadonlyMap<string, KnownKey>
  legacy: UseRecord & {
    areEnabled: boolean
    keys: Readonly<Record<'anon' | 'service_role', string>>
    /** Whether this is the signed part of one of the keys. */
    includes(signedPart: string): boolean
  }
}

export interface KeyringDeps {
  secrets: ProjectSecrets
  apiKeys: ApiKeyStore
  signingKeys: SigningKeyStore
  legacyKeys: LegacyKeyStore
  changes: SettingsChanges
}

/**
 * The keyrings of projects, cached in memory because every API request needs one. Code that changes a key has to call
 * `forget` after it has stored the change.
 */
export function keyrings(deps: KeyringDeps) {
  const known = cachedReads((ref) => read(deps, ref))
  deps.changes.add('keys', known)
  return known
}

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
          recordedAt: timeOf(last_used_at),
        },
      ]),
    ),
    legacy: {
      areEnabled: legacy.are_enabled,
      keys,
      recordedAt: timeOf(legacy.last_used_at),
      includes: (part) => legacyParts.has(part),
    },
  }
}

/** The anon and service_role keys. They are derived from the project and its secret, so they are always the same. */
function legacyKeys(secret: string, ref: string, createdAt: string) {
  const iat = Math.floor(Date.parse(createdAt) / 1000)
  const key = (role: ApiRole) =>
    signToken(secret, { iss: ISSUER, ref, role, iat, exp: iat + LEGACY_KEY_SECONDS })
  return { anon: key('anon'), service_role: key('service_role') }
}

const timeOf = (time: string | null) => (time === null ? 0 : Date.parse(time))

/** Whether the last recorded use is long enough ago. */
export const shouldRecordUse = ({ recordedAt }: UseRecord, now: Date) =>
  now.getTime() - recordedAt >= API_KEY_USE_INTERVAL_MINUTES * 60_000

/** Calls `write`. A use that cannot be written is lost, and the next attempt is made after the interval. */
export async function recordUse(record: UseRecord, now: Date, write: (at: Date) => Promise<void>) {
  record.recordedAt = now.getTime()
  await bestEffort(() => write(now))
}
