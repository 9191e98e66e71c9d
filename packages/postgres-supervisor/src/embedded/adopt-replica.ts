import { rename } from 'node:fs/promises'
import pg from 'pg'
import { type ClusterFiles, giveClusterTo } from '../cluster/cluster-files.ts'
import { inSingleUserMode } from '../cluster/single-user.ts'
import { passwordStatement } from '../cluster/superuser-password.ts'
import { forkedAt } from '../cluster/timeline-history.ts'
import { type AdoptOptions, type CopyFacts, type Endpoint, EngineError } from '../engine.ts'
import { DETACH_SUBSCRIPTIONS, fullXid, NEXT_XID, onOneLine, WITHOUT_STANDBYS } from './copy-instance.ts'
import type { EngineContext } from './engine-context.ts'
import type { InstanceFolders } from './instance-folders.ts'
import { readRecord, writeRecord } from './instance-record.ts'

const OLDEST_RUNNING = 'select pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text as oldest'

/**
 * The oldest transaction that runs on the primary of a replica. It is asked before the promotion, which ends them all, and
 * noted, so that an interrupted adoption goes on with it.
 */
export async function noteOldestRunning(
  context: Pick<EngineContext, 'allocations' | 'options'>,
  { folder }: ClusterFiles,
  { id, endpoint, password }: { id: string; endpoint: Endpoint; password: string },
): Promise<void> {
  const known = await readRecord(folder)
  if (known.adopted) return
  const { host, socket = host, port } = endpoint
  const client = new pg.Client({
    host: socket,
    port,
    user: context.options.superuser,
    password,
    database: 'postgres',
    application_name: 'basalt promotion',
  })
  // The statement that fails reports the end of the connection.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ oldest: string }>(OLDEST_RUNNING)
    const record = { ...known, adopted: { oldestRunningXid: rows[0]!.oldest } }
    await writeRecord(folder, record)
    context.allocations.remember(id, record)
  } finally {
    await client.end()
  }
}

/**
 * Makes a promoted, stopped replica the instance `as`, which keeps its address. Its folder is moved last, so there is
 * always exactly one of the two.
 */
export async function adoptReplica(
  context: EngineContext,
  folders: InstanceFolders,
  { id, as, superuserPassword, statements }: { id: string; as: string } & Omit<AdoptOptions, 'replica'>,
): Promise<CopyFacts> {
  const { accounts, allocations, binary, options, step } = context
  const files = folders.files(id)
  // A server needs an account that has a name here. Its next start gives the files back.
  await giveClusterTo(files, accounts.template)
  const [nextXid] = await inSingleUserMode(binary, files.data, {
    as: accounts.template,
    settings: ['allow_system_table_mods=on'],
    statements: [
      NEXT_XID,
      WITHOUT_STANDBYS,
      DETACH_SUBSCRIPTIONS,
      await passwordStatement({ superuser: options.superuser, password: superuserPassword }),
      ...((await statements) ?? []).map(onOneLine),
    ],
  })
  step('adopt:prepared')
  const known = await readRecord(files.folder)
  const stopLsn = await forkedAt(files.data)
  if (known.adopted === undefined || stopLsn === undefined)
    throw new EngineError('corrupt', `The database ${id} has no record of its promotion.`)
  const adopted = {
    oldestRunningXid: known.adopted.oldestRunningXid,
    // Statements of an interrupted adoption were transactions too.
    nextXid: known.adopted.nextXid ?? fullXid(nextXid!),
    stopLsn,
  }
  await writeRecord(files.folder, { ...known, adopted })
  await folders.removeSockets(id)
  await rename(files.folder, folders.files(as).folder)
  allocations.forget(id)
  allocations.remember(as, { ...known, adopted })
  step('adopt:placed')
  return adopted
}
