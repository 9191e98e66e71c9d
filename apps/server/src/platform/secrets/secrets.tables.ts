import type { ColumnType } from 'kysely'

declare module '../metadata/metadata-schema.ts' {
  interface MetadataSchema {
    installation: { key_check: Buffer; key_confirmed_at: ColumnType<string | null, undefined, Date> }
    project_secrets: { ref: string; name: ProjectSecretName; sealed: Buffer }
  }
}

export type ProjectSecretName =
  | 'superuser_password'
  | 'database_password'
  | 'authenticator_password'
  | 'jwt_secret'
