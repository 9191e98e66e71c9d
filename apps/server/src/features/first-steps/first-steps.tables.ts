import type { TableEvent } from '@basalt/contract/first-steps/first-steps.rules.ts'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    first_steps: {
      ref: string
      event: TableEvent
      schema_name: string
      table_name: string
      found_at: Now
    }
  }
}
