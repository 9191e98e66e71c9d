import type { ReportBlock } from '@basalt/contract/reports/reports.schema.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    reports: {
      id: Generated<string>
      ref: string
      name: string
      description: string
      blocks: ColumnType<ReportBlock[], string, string>
      revision: ColumnType<number, number | undefined, number>
      updated_by: string | null
      updated_at: Timestamp
    }
  }
}
