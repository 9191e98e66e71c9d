import type { TokenAccess } from '@basalt/contract/access/token-scope.rules.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    users: {
      id: Generated<string>
      email: string
      password_hash: string | null
      display_name: ColumnType<string | null, never, string | null>
      created_at: Now
    }
    sessions: {
      id: Generated<string>
      user_id: string
      token_hash: Buffer
      user_agent: string
      address: string
      created_at: Now
      last_used_at: Now
      expires_at: Timestamp
    }
    known_devices: { user_id: string; token_hash: Buffer; last_used_at: Now }
    access_tokens: {
      id: Generated<string>
      user_id: string
      name: string
      hint: string
      token_hash: Buffer
      access: TokenAccess
      organization_id: string | null
      project_ref: string | null
      expires_at: string | null
      created_at: Now
      last_used_at: ColumnType<string | null, never, Date>
    }
  }
}
