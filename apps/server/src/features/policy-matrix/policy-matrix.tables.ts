import type { PolicyExpectations } from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    policy_expectations: {
      ref: string
      expectations: ColumnType<PolicyExpectations, string, string>
      saved_at: ColumnType<string, string | undefined, string>
    }
  }
}
