import type { LogSearchPlace } from '@basalt/contract/log-searches/log-searches.rules.ts'
import type { LogSearch } from '@basalt/contract/log-searches/log-searches.schema.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    log_searches: {
      id: Generated<string>
      ref: string
      place: LogSearchPlace
      name: string
      search: string
      chart: ColumnType<LogSearch['chart'], string | null, never>
    }
  }
}
