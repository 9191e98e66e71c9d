/** The part of a login that sets settings for its session, which win over those that users set for their database. */
export const sessionOptions = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** A session in which nothing of users runs, and which no limit of theirs ends. */
export const OWN_SESSION = {
  event_triggers: 'off',
  search_path: 'pg_catalog',
  default_transaction_read_only: 'off',
  statement_timeout: '0',
  transaction_timeout: '0',
  lock_timeout: '0',
  idle_session_timeout: '0',
  idle_in_transaction_session_timeout: '0',
} as const
