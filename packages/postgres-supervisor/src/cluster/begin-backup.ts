import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type BegunBackup, EngineError } from '../engine.ts'
import { CONTROL_FILE } from './control-file.ts'
import { hasLogSince, inBackup, KEEP_LOG, keepsLogSince, type Query, SLOTS_IN_USE } from './copy-origin.ts'
import type { RunningCluster } from './copy-running.ts'
import { EMPTIED, isUnloggedFork, LEFT_OUT } from './left-out.rules.ts'
import { OWN_SESSION, sessionOptions } from './session-options.ts'
import { unloggedForks } from './unlogged-forks.ts'

/** How long a server may take for a statement of a backup, in milliseconds: it writes a checkpoint at the beginning. */
const ANSWER_MS = 5 * 60_000
/** How long it may take to end the session, in milliseconds. */
const CLOSE_MS = 2_000
/** SQLSTATE of a server that ends its sessions because it stops. */
const SHUT_DOWN = /^57P0[123]$/
/** The messages of `pg` for a statement without an answer, and for a server that accepts a connection and then says nothing. */
const NO_ANSWER = /^(Query read timeout|timeout expired)$/

const SYSTEM = 'select system_identifier::text as id from pg_catalog.pg_control_system()'

/** In a backup label. */
const TIMELINE = /^START TIMELINE: (\d+)$/m

/**
 * Begins a backup of a running cluster, whose files the caller reads beside its server: what changes meanwhile is in the log as
 * whole pages. The server keeps that log until the cluster is disposed, unless all of its replication slots are in use.
 * @throws EngineError not_ready when there are tablespaces, or the server does not respond for `silenceMs`; what breaks the
 * session; or the signal's reason
 */
export async function beginBackup(
  { data, login }: RunningCluster,
  { signal, silenceMs = ANSWER_MS }: { signal?: AbortSignal | undefined; silenceMs?: number | undefined },
): Promise<BegunBackup> {
  const client = new pg.Client({
    ...login,
    database: 'postgres',
    application_name: 'basalt backup',
    options: sessionOptions(OWN_SESSION),
    query_timeout: silenceMs,
    connectionTimeoutMillis: silenceMs,
  })
  const broken = new AbortController()
  const stopped = (cause?: unknown) =>
    new EngineError('not_ready', 'The database stopped during its backup.', { cause })
  client.on('error', (error) => broken.abort(stopped(error)))
  client.on('end', () => broken.abort(stopped()))
  const cancel = () => {
    broken.abort(signal?.reason)
    void endWithin(client)
  }
  signal?.addEventListener('abort', cancel)
  const close = async () => {
    signal?.removeEventListener('abort', cancel)
    await endWithin(client)
  }
  const answered = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      if (error instanceof pg.DatabaseError && !SHUT_DOWN.test(error.code ?? '')) throw error
      if (!NO_ANSWER.test((error as Error).message)) throw stopped(error)
      const seconds = Math.ceil(silenceMs / 1000)
      throw new EngineError('not_ready', `The database server did not respond for ${seconds} seconds.`)
    }
  }
  const query: Query = async <Row>(text: string) => {
    broken.signal.throwIfAborted()
    return (await answered(client.query(text))).rows as Row[]
  }
  try {
    signal?.throwIfAborted()
    await answered(client.connect())
    const hasSlot = await keepLog(query)
    const origin = inBackup(query, join(data, CONTROL_FILE))
    const { start } = await origin.begin()
    const [system] = await query<{ id: string }>(SYSTEM)
    const { uid } = await stat(data)
    return {
      systemId: system!.id,
      startLsn: start,
      broken: broken.signal,
      ...(await findFiles(data)),
      data,
      uid,
      async end() {
        const { end, label, controlFile } = await origin.end()
        return {
          endLsn: end,
          timeline: Number(TIMELINE.exec(label!)![1]),
          unlogged: await unloggedForks(data),
          contents: [
            { path: 'backup_label', bytes: Buffer.from(label!) },
            { path: CONTROL_FILE, bytes: controlFile },
          ],
        }
      },
      async confirmLog() {
        const [log] = await query<{ has: boolean }>((hasSlot ? keepsLogSince : hasLogSince)(start))
        if (!log?.has) throw new EngineError('not_ready', LOG_GONE)
      },
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    signal?.throwIfAborted()
    throw error
  }
}

/** Ends the session; a server that does not respond closes no connection. */
async function endWithin(client: pg.Client) {
  const { connection } = client as unknown as { connection: pg.Connection }
  const timer = setTimeout(() => connection.stream.destroy(), CLOSE_MS)
  try {
    await client.end()
  } finally {
    clearTimeout(timer)
  }
}

const LOG_GONE =
  'The database wrote more during its backup than its write-ahead log keeps. Try again when it writes less, or drop a replication slot that nothing uses.'

/** Whether the server keeps its log for the session: not without a free slot. */
async function keepLog(query: Query): Promise<boolean> {
  try {
    await query(KEEP_LOG)
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== SLOTS_IN_USE) throw error
    return false
  }
}

/** `00000002.history`, in the folder of the log, whose files the caller reads last. */
const HISTORY = /^[0-9A-F]{8}\.history$/

/** What a backup has of a data directory besides the control file and the log; folders before what is in them. */
async function findFiles(data: string): Promise<{ folders: string[]; files: string[] }> {
  const [folders, files]: [string[], string[]] = [[], []]
  const find = async (within: string) => {
    const entries = (await readdir(join(data, within), { withFileTypes: true }).catch(ignoreMissing)) ?? []
    const names = new Set(entries.map(({ name }) => name))
    for (const entry of entries) {
      const path = join(within, entry.name)
      if (EMPTIED.has(within)) {
        if (HISTORY.test(entry.name)) files.push(path)
      } else if (LEFT_OUT.test(entry.name) || path === CONTROL_FILE || isUnloggedFork(entry.name, names)) {
        // The backup does not have it.
      } else if (entry.isDirectory()) {
        folders.push(path)
        await find(path)
      } else if (entry.isFile()) files.push(path)
      else throw new EngineError('not_ready', 'A database with tablespaces of its own cannot be backed up.')
    }
  }
  await find('')
  return { folders, files }
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
