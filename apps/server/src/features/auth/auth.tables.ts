import type { StoredAuthSettings } from './changed-auth-settings.ts'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    auth_settings: {
      ref: string
      settings: StoredAuthSettings
      sealed_smtp_password: Buffer | null
      /** JSON: secrets by name. */
      sealed_secrets: Buffer | null
    }
  }
}
