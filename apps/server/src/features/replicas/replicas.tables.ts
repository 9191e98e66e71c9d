import type { DatabaseStatus, ReplicaStep } from '@basalt/contract/replicas/replicas.rules.ts'
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
      created_at: Now
    }
  }
}
