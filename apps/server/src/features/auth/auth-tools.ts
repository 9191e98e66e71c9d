import type { Attempts } from './attempts.ts'
import type { AuthDatabase } from './auth-database.ts'
import type { AuthMails } from './auth-mails.ts'
import type { AuthHooks } from './hooks.ts'
import type { LeakedPasswords } from './leaked-passwords.ts'
import type { LinkMails } from './link-mails.ts'
import type { Notices } from './notices.ts'
import type { OneTimeCodes } from './one-time-codes.ts'
import type { Sessions } from './sessions.ts'
import type { TextMessages } from './text-messages.ts'

/** What the operations on users build on. */
export interface AuthTools {
  database: AuthDatabase
  sessions: Sessions
  codes: OneTimeCodes
  attempts: Attempts
  mails: AuthMails
  links: LinkMails
  notices: Notices
  messages: TextMessages
  hooks: AuthHooks
  leaked: LeakedPasswords
  now: () => Date
}
