/** What the owner of a project decides about its Data API. */
export interface DataApiSettings {
  /** Schemas that answer; the first one when a request names none. */
  readonly exposedSchemas: readonly string[]
  /** Schemas whose functions and types are found without their name. */
  readonly extraSearchPath: readonly string[]
  /** No read brings more rows at any level; undefined for no such limit. */
  readonly maxRows: number | undefined
}

/** Asked at every request: it must answer from memory. */
export type SettingsOf = (ref: string) => Promise<DataApiSettings>
