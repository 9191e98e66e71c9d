import type { ProjectRole, Role } from '@basalt/contract/permissions/roles.rules.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    members: { organization_id: string; user_id: string; role: Role | null; created_at: Now }
    project_roles: { ref: string; organization_id: string; user_id: string; role: ProjectRole }
    invitations: {
      id: Generated<string>
      organization_id: string
      email: string
      role: Role
      project_refs: string[] | null
      token_hash: Buffer
      invited_by: string | null
      created_at: Now
      expires_at: Timestamp
      accepted_at: ColumnType<string | null, never, Date | string>
    }
  }
}
