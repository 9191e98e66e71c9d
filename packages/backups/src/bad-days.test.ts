import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { diskBlobStore } from '@basalt/object-store/disk-blob-store.ts'
import { memoryBlobStore } from '@basalt/object-store/memory-blob-store.ts'
import { openS3BlobStore } from '@basalt/object-store/s3-blob-store.ts'
import { openEngine, PASSWORD, SUPERUSER } from '@basalt/postgres-supervisor/embedded/engine.fixture.ts'
import { readPostmasterPid } from '@basalt/postgres-supervisor/process/postmaster-pid.ts'
import { signal } from '@basalt/postgres-supervisor/process/process-table.ts'
import { anS3Service } from '@basalt/testing/s3-service.ts'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { aServer, connected, readingOf } from './backups.fixture.ts'
import { DamagedBackup } from './damaged-backup.ts'
import { restoredFiles } from './restored-files.ts'
import { takeBackup } from './take-backup.ts'
import { anArchive, FOLDER, isReceived, receiving, restoreTo, SLOT } from './wal-archive.fixture.ts'

test('a full disk fails a backup, stops the archive and refuses a restore; with room again, nothing is missing', async ({
  skip,
}) => {
  await using disk = await smallDisk('96m')
  if (!disk) return skip(NO_SMALL_DISK)
  const { engine, endpoint, login, beginReading } = await aServer()
  const client = await connected(endpoint)
  await client.query(`select pg_create_physical_replication_slot('${SLOT}', true)`)
  const store = await diskBlobStore(join(disk.path, 'store'))
  const archive = { ...(await anArchive()), store, unfinished: join(disk.path, 'wal') }
  const take = () => takeBackup({ login, store, folder: FOLDER, id: 'base', beginReading })

  disk.fill()
  await expect(take()).rejects.toMatchObject({ code: 'ENOSPC' })
  for await (const { key } of store.list(FOLDER)) expect.unreachable(key)
  disk.makeRoom()
  await take()

  const receiver = receiving(endpoint, archive)
  await client.query('create table kept (n int); insert into kept values (1)')
  disk.fill()
  await client.query(`insert into kept values (2);
    select pg_logical_emit_message(false, 'filler', repeat('x', 17000000))`)
  // Also when a segment from before was complete by then, and only could not be stored.
  expect(await receiver.ended).toMatchObject({ code: 'ENOSPC' })
  await client.query('insert into kept values (3)')
  disk.makeRoom()
  receiving(endpoint, archive)
  const { rows } = await client.query('select pg_current_wal_lsn()::text as lsn')
  await isReceived(archive, rows[0].lsn)
  await restoreTo(engine, 'restored', { archive, backup: 'base', until: 'log' })
  const restored = await connected(await engine.start('restored'))
  expect((await restored.query('select n from kept order by n')).rows.map(({ n }) => n)).toEqual([1, 2, 3])

  await using tiny = await smallDisk('32m')
  const { engine: cramped } = await openEngine({ dataDir: tiny!.path, settings: { fsync: 'off' } })
  const restoring = restoreTo(cramped, 'restored', { archive, backup: 'base', until: 'log' })
  await expect(restoring).rejects.toMatchObject({ code: 'disk_full' })
  expect(await cramped.exists('restored')).toBe(false)
  await cramped.close()
})

test('why receiving the log ended is told, not that its end could not be stored either', async () => {
  const { endpoint } = await aServer()
  const client = await connected(endpoint)
  await client.query(`select pg_create_physical_replication_slot('${SLOT}', true)`)
  const away = { ...memoryBlobStore(), write: () => Promise.reject(new Error('The store is away')) }
  const archive = { ...(await anArchive()), store: away }
  const receiver = receiving(endpoint, archive)
  await client.query('create table kept (n int)')
  const { rows } = await client.query('select pg_current_wal_lsn()::text as lsn')
  await isReceived(archive, rows[0].lsn)
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'walsender'",
  )
  // 57P01 is the message of the server, 08006 the end of the connection.
  expect((await receiver.ended).sqlstate).toMatch(/^(57P01|08006)$/)
})

test.each(['sent by the server', 'read beside it'])(
  'a backup %s that writes much meanwhile has its log, and leaves no slot',
  async (how) => {
    const { endpoint, login, beginReading } = await aServer()
    const reading = how === 'read beside it' ? { beginReading } : {}
    const client = await connected(endpoint)
    await client.query("create table filler as select repeat('x', 1000) as t from generate_series(1, 20000)")
    const memory = memoryBlobStore()
    const slots = async () =>
      (await client.query('select temporary from pg_replication_slots')).rows.map(
        ({ temporary }) => temporary,
      )
    /** What was written while the backup waited. */
    let during: boolean[] | undefined
    const store: BlobStore = {
      ...memory,
      async write(key, body) {
        return memory.write(
          key,
          (async function* () {
            for await (const piece of body) {
              if (during === undefined) {
                during = await slots()
                for (let n = 0; n < 5; n++) {
                  await client.query("select pg_logical_emit_message(false, 'filler', repeat('x', 17000000))")
                  await client.query('checkpoint')
                }
              }
              yield piece
            }
          })(),
        )
      },
    }
    await takeBackup({ login, store, folder: FOLDER, id: 'busy', ...reading })
    expect(during).toEqual([true])
    await waitFor(async () => (await slots()).length === 0)

    for (let n = 0; n < 5; n++) await client.query(`select pg_create_physical_replication_slot('taken_${n}')`)
    await takeBackup({ login, store: memory, folder: FOLDER, id: 'crowded', ...reading })
  },
)

test('a server that stopped responding ends its backup', async () => {
  const { dataDir, login } = await aServer()
  const { pid } = (await readPostmasterPid(join(dataDir, 'instances/source/data')))!
  const admin = new pg.Client({ ...login, user: SUPERUSER, password: PASSWORD, database: 'postgres' })
  await admin.connect()
  const walSender = async () =>
    (await admin.query("select pid from pg_stat_activity where backend_type = 'walsender'")).rows[0]
  let frozen: number | undefined
  const backup = takeBackup({
    login,
    store: memoryBlobStore(),
    folder: FOLDER,
    id: 'one',
    silenceMs: 500,
    onProgress() {
      if (frozen !== undefined) return
      frozen = pid
      void walSender().then((sender) => {
        frozen = sender.pid
        signal(sender.pid, 'SIGSTOP')
      })
    },
  })
  try {
    await expect(backup).rejects.toThrow('The database server did not respond for 1 seconds.')
  } finally {
    signal(frozen!, 'SIGCONT')
    await admin.end()
  }
})

/** A server with a few megabytes, of which full backups are read, and a store that does something once a backup is under way. */
async function aDisturbedBackup({ crashWindowMs }: { crashWindowMs?: number } = {}) {
  const { engine, dataDir, endpoint, login } = await aServer(
    crashWindowMs === undefined ? {} : { crashWindowMs },
  )
  const client = await connected(endpoint)
  await client.query("create table filler as select repeat('x', 1000) as t from generate_series(1, 20000)")
  const memory = memoryBlobStore()
  const beginReading = readingOf(engine, 500)
  return {
    engine,
    dataDir,
    client,
    /** Calls `disturb` between two pieces, before most of the files have been read. */
    take: (id: string, disturb: () => Promise<unknown>) =>
      takeBackup({
        login,
        store: {
          ...memory,
          write: (key, body) =>
            memory.write(
              key,
              (async function* () {
                let pieces = 0
                for await (const piece of body) {
                  if (++pieces === 20) await disturb()
                  yield piece
                }
              })(),
            ),
        },
        folder: FOLDER,
        id,
        beginReading,
      }),
    stored: async () => {
      const keys: string[] = []
      for await (const { key } of memory.list(FOLDER)) keys.push(key)
      return keys.toSorted()
    },
  }
}

const nothing = async () => undefined
const WHOLE = [`${FOLDER}/backup_next_index`, `${FOLDER}/backup_next_pack`]
const SLOTS = 'select slot_name from pg_replication_slots'

test('a server that is frozen while its files are read fails the backup within its limit, and the next one works', async () => {
  const { client, take, stored } = await aDisturbedBackup()
  const session = async () =>
    (await client.query("select pid from pg_stat_activity where application_name = 'basalt backup'")).rows[0]
  let frozen: number | undefined
  try {
    const backup = take('frozen', async () => {
      frozen = (await session()).pid
      signal(frozen!, 'SIGSTOP')
    })
    await expect(backup).rejects.toThrow('The database server did not respond for 1 seconds.')
  } finally {
    signal(frozen!, 'SIGCONT')
  }
  expect(await stored()).toEqual([])
  await waitFor(async () => (await session()) === undefined)
  expect((await client.query(SLOTS)).rows).toEqual([])
  await take('next', nothing)
  expect(await stored()).toEqual(WHOLE)
})

test('a server that is killed while its files are read fails the backup with words, and the next one works', async () => {
  const { engine, dataDir, take, stored } = await aDisturbedBackup({ crashWindowMs: 1 })
  const { pid } = (await readPostmasterPid(join(dataDir, 'instances/source/data')))!
  const backup = take('killed', async () => signal(pid, 'SIGKILL'))
  await expect(backup).rejects.toThrow('The database stopped during its backup.')
  expect(await stored()).toEqual([])
  const endpoint = await waitFor(() => engine.endpoint('source'))
  const after = await connected(endpoint)
  await take('next', nothing)
  expect((await after.query(SLOTS)).rows).toEqual([])
  expect(await stored()).toEqual(WHOLE)
})

test('an S3 service that is silent, fails, lies about a length or sends other bytes never yields a restored database', async () => {
  await using service = await anS3Service()
  const { state } = service
  const store = openS3BlobStore(service.location, { silenceMs: 300 })
  const { engine, login, beginReading } = await aServer()
  const take = (id: string) => takeBackup({ login, store, folder: FOLDER, id, beginReading })
  await take('sound')
  const restore = () =>
    engine.restore('restored', {
      files: restoredFiles(store, FOLDER, 'sound'),
      until: 'backup',
      superuserPassword: PASSWORD,
    })
  const ofPack = ({ url }: IncomingMessage) => url!.includes('_pack')
  const onPack =
    (work: (response: ServerResponse) => void) => (request: IncomingMessage, response: ServerResponse) => {
      if (ofPack(request)) work(response)
      return ofPack(request)
    }

  state.fault = onPack(() => undefined)
  await expect(take('silent')).rejects.toThrow()
  await expect(restore()).rejects.toThrow()
  state.fault = onPack((response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'))
  await expect(take('failed')).rejects.toThrow()
  await expect(restore()).rejects.toThrow()
  state.fault = onPack((response) => response.socket!.destroy())
  await expect(take('lost')).rejects.toThrow()
  await expect(restore()).rejects.toThrow()
  state.fault = onPack((response) => {
    response.writeHead(206, { 'content-length': 1000 })
    response.write(Buffer.alloc(10))
    response.socket!.end()
  })
  await expect(restore()).rejects.toThrow()
  state.fault = onPack((response) => response.writeHead(206).end(Buffer.alloc(10)))
  await expect(restore()).rejects.toBeInstanceOf(DamagedBackup)
  state.fault = onPack((response) => response.writeHead(206).end(Buffer.alloc(10_000_000)))
  await expect(restore()).rejects.toBeInstanceOf(DamagedBackup)
  expect(await engine.exists('restored')).toBe(false)

  // Half of the answers fail: they are asked for again.
  let answers = 0
  state.fault = (_request, response) => {
    if (++answers % 2 === 0) return false
    response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    return true
  }
  await waitFor(async () => (await store.read(`${FOLDER}/backup_sound_index`)) !== undefined)
  let files = 0
  for await (const entry of restoredFiles(store, FOLDER, 'sound')) {
    if (entry.kind === 'file') for await (const piece of entry.bytes) expect(piece.length).toBeGreaterThan(0)
    if (++files === 40) break
  }
})

test.each<[string, (response: ServerResponse) => void]>([
  ['says nothing', () => undefined],
  ['fails', (response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')],
  ['hangs up', (response) => response.socket!.destroy()],
])(
  'a log that is sent to an S3 service which %s is not lost: it is there once the service works',
  async (_what, answer) => {
    await using service = await anS3Service()
    const { state } = service
    const store = openS3BlobStore(service.location, { silenceMs: 300 })
    const { engine, endpoint, login } = await aServer()
    const client = await connected(endpoint)
    await client.query(`select pg_create_physical_replication_slot('${SLOT}', true)`)
    const archive = { ...(await anArchive()), store }
    await takeBackup({ login, store, folder: FOLDER, id: 'base' })
    const failing = receiving(endpoint, archive)
    await client.query('create table kept (n int); insert into kept values (1)')
    state.fault = ({ method }, response) => {
      if (method !== 'PUT') return false
      answer(response)
      return true
    }
    // Complete segments have to be stored now.
    for (let n = 2; n <= 4; n++)
      await client.query(`insert into kept values (${n});
      select pg_logical_emit_message(false, 'filler', repeat('x', 17000000))`)
    expect(await failing.ended).toBeInstanceOf(Error)
    state.fault = undefined
    receiving(endpoint, archive)
    const { rows } = await client.query('select pg_current_wal_lsn()::text as lsn')
    await isReceived(archive, rows[0].lsn)
    await restoreTo(engine, 'restored', { archive, backup: 'base', until: 'log' })
    const restored = await connected(await engine.start('restored'))
    expect((await restored.query('select n from kept order by n')).rows.map(({ n }) => n)).toEqual([
      1, 2, 3, 4,
    ])
  },
)

test('an S3 service that answers slowly only takes longer', async () => {
  await using service = await anS3Service()
  const { state } = service
  const store = openS3BlobStore(service.location, { silenceMs: 300 })
  const { engine, login, beginReading } = await aServer()
  // Each answer comes within the limit, and all of them take longer than it together.
  state.delayMs = 100
  await takeBackup({ login, store, folder: FOLDER, id: 'slow', beginReading })
  await engine.restore('restored', {
    files: restoredFiles(store, FOLDER, 'slow'),
    until: 'backup',
    superuserPassword: PASSWORD,
  })
  expect(await engine.exists('restored')).toBe(true)
})
