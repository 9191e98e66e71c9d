import type { ColumnType, Generated } from 'kysely'
import type { BranchPoint } from './branch-point.ts'

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
      source_project_ref: ColumnType<string | null, never, string | null>
      with_data: ColumnType<boolean, never, boolean>
      needs_copy: ColumnType<boolean, never, boolean>
      copied_at: ColumnType<string | null, never, string | null>
      copy_facts: ColumnType<BranchPoint | null, never, string | null>
      from_replica: ColumnType<string | null, never, string | null>
      base_schema: ColumnType<string | null, never, string | null>
      expires_after_days: ColumnType<number | null, never, number | null>
      expiry_announced_at: ColumnType<string | null, never, string | null>
      sends_requests: ColumnType<boolean, never, boolean>
      past_moment: ColumnType<string | null, never, string | null>
      reset_failure: ColumnType<string | null, never, string | null>
    }
  }
}
