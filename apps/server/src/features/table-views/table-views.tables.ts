import type { Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    table_views: {
      id: Generated<string>
      ref: string
      schema_name: string
      table_name: string
      name: string
      filter: string[]
      sort: string[]
    }
  }
}
