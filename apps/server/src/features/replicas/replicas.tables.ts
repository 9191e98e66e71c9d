import type { DatabaseStatus, FailOverStep, ReplicaStep } from '@basalt/contract/replicas/replicas.rules.ts'
import type { FailedLog } from '@basalt/contract/replicas/replicas.schema.ts'
import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    replicas: {
      identifier: string
      ref: string
      region: string
      status: DatabaseStatus
      step: ColumnType<ReplicaStep, undefined, ReplicaStep>
      reached: ColumnType<Partial<Record<ReplicaStep, string>>, string, string>
      error: ColumnType<string | null, undefined, string | null>
      failed_log: ColumnType<FailedLog, undefined, string>
      is_former_primary: ColumnType<boolean, undefined, boolean>
      created_at: Now
    }
    fail_overs: {
      id: string
      ref: string
      identifier: string
      step: ColumnType<FailOverStep, undefined, FailOverStep>
      created_at: Now
      ended_at: ColumnType<string | null, undefined, string | null>
    }
  }
}
