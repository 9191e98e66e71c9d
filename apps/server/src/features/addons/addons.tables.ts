export type {}

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    project_addons: { ref: string; ipv4: boolean }
  }
}
