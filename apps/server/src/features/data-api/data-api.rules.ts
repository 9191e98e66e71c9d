import type { DataApiSettings } from './data-api-settings.ts'

/** The largest body, in bytes, that a request may have. It is held in memory while it is written. */
export const BODY_MAX = 20 * 1024 * 1024
/** Where PostgREST listens for `notify pgrst, 'reload schema'`; the event trigger of a project tells of DDL there. */
export const SCHEMA_CHANNEL = 'pgrst'
/** A schema cache that nobody has asked for in this time is let go, and with it the connection that listens. */
export const CACHE_IDLE_MS = 10 * 60_000

/** Until a project's owner says otherwise. */
export const DEFAULT_SETTINGS: DataApiSettings = {
  exposedSchemas: ['public'],
  extraSearchPath: ['public', 'extensions'],
  maxRows: 1000,
}
