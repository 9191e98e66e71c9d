import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Query } from '../cluster/copy-origin.ts'
import { meansDiskFull } from '../cluster/disk-full.ts'
import { OWN_SESSION, sessionOptions } from '../cluster/session-options.ts'
import { type CopyFacts, EngineError, type SuperuserLogin } from '../engine.ts'
import { fullXid, INCOMPLETE_COPY, reachedBy, WITHOUT_STANDBYS } from './copy-instance.ts'

/** How often to check whether the server has read its new rules, and for how long. */
const RELOAD_POLL_MS = 1
const RELOAD_TIMEOUT_MS = 30_000

const STATEMENT_TIMEOUT_S = 300

/**
 * Nothing of users runs as the superuser or stops its statements, whatever they set for the database, and nothing reaches logs
 * and statistics. A commit is synced, and waits for no standby.
 */
const SESSION = {
  ...OWN_SESSION,
  allow_system_table_mods: 'on',
  synchronous_commit: 'local',
  statement_timeout: `${STATEMENT_TIMEOUT_S}s`,
  log_statement: 'none',
  log_duration: 'off',
  log_min_duration_statement: '-1',
  log_min_error_statement: 'panic',
  'auto_explain.log_min_duration': '-1',
  'pg_stat_statements.track': 'none',
}

const RELOADED_AT = 'select pg_catalog.pg_conf_load_time()::text as at'

/**
 * Runs statements in a copy that its own server has recovered, while only the platform may connect, and then lets `open`
 * admit others: resolves once the server does. The password of the login is that of the source. @throws EngineError not_ready when recovery has not reached `stopLsn`, and when
 * the server does not answer
 */
export async function completeCopy(
  login: SuperuserLogin,
  {
    stopLsn,
    statements,
    open,
  }: {
    stopLsn: string
    statements: readonly string[]
    open: () => Promise<void>
  },
): Promise<Pick<CopyFacts, 'nextXid'>> {
  const client = new pg.Client({
    ...login,
    database: 'postgres',
    application_name: 'basalt copy',
    options: sessionOptions(SESSION),
  })
  // The statement that fails reports the end of the connection.
  client.on('error', () => undefined)
  const query: Query = async <Row>(text: string) => (await client.query(text)).rows as Row[]
  try {
    await client.connect()
    const [state] = await query<{ reached: boolean; next: string; standbys: string }>(stateOf(stopLsn))
    const { reached, next, standbys } = state!
    if (!reached) throw new EngineError('not_ready', INCOMPLETE_COPY)
    if (standbys !== '') await query(WITHOUT_STANDBYS)
    // In one message: each answer would be waited for.
    await query(['begin', ...statements, 'commit'].join(';\n'))
    await whenReloaded(query, open)
    return { nextXid: fullXid(next) }
  } catch (error) {
    if (error instanceof EngineError || error instanceof pg.DatabaseError || meansDiskFull(error)) throw error
    throw new EngineError('not_ready', 'The copy of the database ended before it was complete. Try again.', {
      cause: error,
    })
  } finally {
    await client.end()
  }
}

const stateOf = (stopLsn: string) => `
  select ${reachedBy(stopLsn)} as reached, next_xid as next,
    pg_catalog.current_setting('synchronous_standby_names') as standbys
  from pg_catalog.pg_control_checkpoint()`

/**
 * A server tells its sessions that the configuration has changed before it reads the rules, and accepts no connection in
 * between.
 */
async function whenReloaded(query: Query, reload: () => Promise<void>): Promise<void> {
  const readAt = async () => (await query<{ at: string }>(RELOADED_AT))[0]!.at
  const before = await readAt()
  await reload()
  const deadline = Date.now() + RELOAD_TIMEOUT_MS
  while ((await readAt()) === before) {
    if (Date.now() >= deadline)
      throw new EngineError('not_ready', 'The copy of the database does not admit anyone. Try again.')
    await sleep(RELOAD_POLL_MS)
  }
}
