import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Endpoint } from '../engine.ts'
import { commandLine } from '../process/process-table.ts'
import { titledProcessesIn } from '../process/working-directories.ts'
import { isServing } from './restart.rules.ts'
import type { Timings } from './timings.rules.ts'

/** SQLSTATE of a server that accepts no sessions now. */
const CANNOT_CONNECT_NOW = '57P03'

const ANSWER_TIMEOUT_MS = 5_000

/**
 * Resolves once a running server is stranded: its main process is there, but it neither recovers nor accepts connections,
 * and has not for a while. PostgreSQL 18.4 sometimes waits for a startup process that is gone after a full disk ended its
 * recovery. Resolves to false when the signal is aborted before.
 */
export async function isStrandedBefore(
  signal: AbortSignal,
  { data, endpoint, user }: { data: string; endpoint: Endpoint; user: string },
  { strandedPollMs, strandedAfterMs }: Pick<Timings, 'strandedPollMs' | 'strandedAfterMs'>,
): Promise<boolean> {
  /** The process that serves, so that usually one process is looked at. */
  let known: number | undefined
  let since: number | undefined
  for (;;) {
    await sleep(strandedPollMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return false
    known = known !== undefined && isServing(await commandLine(known)) ? known : await servingProcess(data)
    if (known !== undefined) since = undefined
    else since ??= performance.now()
    if (since === undefined || performance.now() - since < strandedAfterMs) continue
    if (await refusesSessions(endpoint, user)) return !signal.aborted
  }
}

const servingProcess = async (data: string) =>
  (await titledProcessesIn(data)).find(({ title }) => isServing(title))?.pid

/** Whether a server says that it accepts no sessions, which it does before it asks who wants one. */
async function refusesSessions({ host, socket = host, port }: Endpoint, user: string): Promise<boolean> {
  const client = new pg.Client({
    host: socket,
    port,
    user,
    // Only a server that accepts sessions asks for it.
    password: 'none',
    database: 'postgres',
    application_name: 'basalt watch',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => false),
    (error: { code?: string }) => error.code === CANNOT_CONNECT_NOW,
  )
}
