import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { Attempts } from './attempts.ts'
import type { AuthDatabase } from './auth-database.ts'
import type { AuthMails } from './auth-mails.ts'
import type { LinkMails } from './link-mails.ts'
import type { OneTimeCodes } from './one-time-codes.ts'
import type { Client, Sessions } from './sessions.ts'

/** One call of a project's auth API. */
export interface AuthCall {
  ref: string
  settings: AuthSettings
  client: Client
  /** Where the user goes from a link, checked against the settings. */
  redirectTo: string
}

/** What the operations on users build on. */
export interface AuthTools {
  database: AuthDatabase
  sessions: Sessions
  codes: OneTimeCodes
  attempts: Attempts
  mails: AuthMails
  links: LinkMails
  now: () => Date
}
