import type { ApiKeyType } from '@basalt/contract/keys/keys.rules.ts'
import type { SigningKeyStatus } from '@basalt/contract/keys/signing-keys.rules.ts'
import type { PublicJwk } from '@basalt/contract/keys/signing-keys.schema.ts'
import type { Generated, JSONColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    api_keys: {
      id: Generated<string>
      ref: string
      type: ApiKeyType
      name: string
      description: string
      key_hash: Buffer
      hint: string
      publishable_key: string | null
      /** A secret key that nobody has read yet. */
      sealed_key: Buffer | null
      created_at: Now
      last_used_at: Once
    }
    signing_keys: {
      id: Generated<string>
      ref: string
      status: SigningKeyStatus
      public_jwk: JSONColumnType<PublicJwk>
      sealed_private_key: Buffer
      created_at: Now
      status_changed_at: Now
    }
    legacy_keys: {
      ref: string
      are_enabled: Generated<boolean>
      last_used_at: Once
      secret_status: Generated<Exclude<SigningKeyStatus, 'standby'>>
      secret_status_changed_at: Once
      secret_changed_at: Once
    }
  }
}
