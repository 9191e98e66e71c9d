import type { LogDrainKind } from '@basalt/contract/log-drains/log-drains.rules.ts'
import type { ColumnType, Generated } from 'kysely'

type Counted = ColumnType<string, never, never>

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    log_drains: {
      id: string
      ref: string
      name: string
      kind: LogDrainKind
      sealed_target: Buffer
      sources: string[]
      is_paused: Generated<boolean>
      created_at: Now
      delivered: Counted
      lost: Counted
      refused: Counted
      last_delivery_at: ColumnType<string | null, never, Date>
      failure: ColumnType<string | null, never, string | null>
      failing_since: ColumnType<string | null, never, Date | null>
      attempts: ColumnType<number | null, never, number | null>
      next_attempt_at: ColumnType<string | null, never, Date | null>
    }
    log_drain_positions: {
      drain_id: string
      source: string
      position: ColumnType<string, number, number>
    }
  }
}
