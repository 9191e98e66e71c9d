import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { Client } from './session-state.ts'

/** One call of a project's auth API. */
export interface AuthCall {
  ref: string
  settings: AuthSettings
  client: Client
  /** Where the user goes from a link, checked against the settings. */
  redirectTo: string
}
