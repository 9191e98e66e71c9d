import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type BegunBackup, EngineError } from '../engine.ts'
import { CONTROL_FILE } from './control-file.ts'
import { hasLogSince, inBackup, KEEP_LOG, keepsLogSince, type Query, SLOTS_IN_USE } from './copy-origin.ts'
import type { RunningCluster } from './copy-running.ts'
import { EMPTIED, isUnloggedFork, LEFT_OUT } from './left-out.rules.ts'
import { OWN_SESSION, sessionOptions } from './session-options.ts'

/** How long a server may take for a statement of a backup, in milliseconds: it writes a checkpoint at the beginning. */
const ANSWER_MS = 5 * 60_000

const SYSTEM = 'select system_identifier::text as id from pg_catalog.pg_control_system()'

/** In a backup label. */
const TIMELINE = /^START TIMELINE: (\d+)$/m

/**
 * Begins a backup of a running cluster, whose files the caller reads beside its server: what changes meanwhile is in the log as
 * whole pages. The server keeps that log until the cluster is disposed, unless all of its replication slots are in use.
 * @throws EngineError not_ready when there are tablespaces; what breaks the session; or the signal's reason
 */
export async function beginBackup(
  { data, login }: RunningCluster,
  { signal }: { signal?: AbortSignal | undefined },
): Promise<BegunBackup> {
  const client = new pg.Client({
    ...login,
    database: 'postgres',
    application_name: 'basalt backup',
    options: sessionOptions(OWN_SESSION),
    query_timeout: ANSWER_MS,
    connectionTimeoutMillis: ANSWER_MS,
  })
  const broken = new AbortController()
  client.on('error', (error) => broken.abort(error))
  client.on('end', () =>
    broken.abort(new EngineError('not_ready', 'The database stopped during its backup.')),
  )
  const cancel = () => {
    broken.abort(signal?.reason)
    void client.end()
  }
  signal?.addEventListener('abort', cancel)
  const close = async () => {
    signal?.removeEventListener('abort', cancel)
    await client.end()
  }
  const query: Query = async <Row>(text: string) => {
    broken.signal.throwIfAborted()
    return (await client.query(text)).rows as Row[]
  }
  try {
    signal?.throwIfAborted()
    await client.connect()
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
