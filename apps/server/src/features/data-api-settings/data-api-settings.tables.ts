export type {}

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    data_api_settings: {
      ref: string
      db_schemas: string[]
      db_extra_search_path: string[]
      max_rows: number
      db_pool: number | null
    }
  }
}
