export type {}

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    sleep_settings: { ref: string; idle_minutes: number | null }
  }
}
