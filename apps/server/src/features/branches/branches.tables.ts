import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    branches: {
      id: Generated<string>
      project_ref: string
      parent_project_ref: string
      name: string
      persistent: Generated<boolean>
      git_branch: string | null
      review_requested_at: ColumnType<string | null, never, string | null>
      created_at: Now
      updated_at: Now
    }
  }
}
