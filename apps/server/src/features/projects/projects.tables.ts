import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    projects: {
      ref: string
      organization_id: string
      name: string
      status: ProjectStatus
      failure: string | null
      region: string
      created_at: Now
      status_changed_at: Now
      revision: Generated<number>
      asleep_since: ColumnType<string | null, never, string | null>
      locked_at: ColumnType<string | null, never, string | null>
      unlocked_until: ColumnType<string | null, never, string | null>
      asleep_with: ColumnType<string | null, never, string | null>
    }
    /** A view: who may know of a project, and as what. */
    project_access: {
      ref: ColumnType<string, never>
      user_id: ColumnType<string, never>
      role: ColumnType<Role, never>
      requires_mfa: ColumnType<boolean, never>
    }
  }
}
