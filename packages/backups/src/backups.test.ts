import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { diskBlobStore } from '@basalt/object-store/disk-blob-store.ts'
import { memoryBlobStore } from '@basalt/object-store/memory-blob-store.ts'
import { PASSWORD } from '@basalt/postgres-supervisor/embedded/engine.fixture.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { temporaryDirectory } from '@basalt/postgres-supervisor/temporary-directory.fixture.ts'
import { expect, test } from 'vitest'
import { readIndex, writeIndex } from './backup-index.ts'
import { aServer, connected, HASH, withWriters } from './backups.fixture.ts'
import { packOf } from './pack.ts'
import { fileBytes } from './pack-reader.ts'
import { restoredFiles, restoredSize } from './restored-files.ts'
import { removeBackup, takeBackup } from './take-backup.ts'

const FOLDER = 'project/archive'

const restore = (engine: Engine, store: BlobStore, id: string, into: string) =>
  engine.restore(into, {
    files: restoredFiles(store, FOLDER, id),
    until: 'backup',
    superuserPassword: PASSWORD,
  })

test.each(['sent by the server', 'read beside it'])(
  'a full backup %s and two incremental ones, taken while it is written to, restore sound and equal data',
  async (how) => {
    const { engine, endpoint, login, beginReading } = await aServer()
    const store = memoryBlobStore()
    const take = (id: string, base?: string) =>
      takeBackup({
        login,
        store,
        folder: FOLDER,
        id,
        base,
        ...(how === 'read beside it' && { beginReading }),
      })
    const writers = await withWriters(endpoint, 3)
    const full = await take('one')
    const second = await take('two', 'one')
    await writers.stop()
    const client = await connected(endpoint)
    await client.query('create index on accounts (balance); delete from accounts where id > 4000')
    await client.query('vacuum accounts')
    const third = await take('three', 'two')
    expect([full.kind, second.kind, third.kind]).toEqual(['full', 'incremental', 'incremental'])
    expect(second.packBytes).toBeLessThan(full.packBytes / 2)

    const { rows: expected } = await client.query(HASH)
    await restore(engine, store, 'three', 'restored')
    const restored = await connected(await engine.start('restored'))
    expect((await restored.query(HASH)).rows).toEqual(expected)

    await restore(engine, store, 'two', 'middle')
    const middle = await connected(await engine.start('middle'))
    expect(
      (await middle.query('select sum(balance)::int as sum, count(*)::int as count from accounts')).rows,
    ).toEqual([{ sum: 0, count: 5000 }])
    await middle.query('create extension amcheck')
    await middle.query("select bt_index_check('accounts_pkey', true)")
    expect((await middle.query("select * from verify_heapam('accounts')")).rows).toEqual([])
    expect(
      (await middle.query('select sum(checksum_failures)::int as n from pg_stat_database')).rows,
    ).toEqual([{ n: 0 }])
  },
)

test('an incremental backup says that it needs the space of everything that is restored', async () => {
  const { endpoint, login } = await aServer()
  const store = memoryBlobStore()
  const client = await connected(endpoint)
  await client.query('create table large as select md5(n::text) from generate_series(1, 100000) n')
  await takeBackup({ login, store, folder: FOLDER, id: 'one' })
  await client.query('create table later as select n from generate_series(1, 10000) n')
  for (const [id, base] of [
    ['two', 'one'],
    ['three', 'two'],
  ] as const) {
    const index = await takeBackup({ login, store, folder: FOLDER, id, base })
    let bytes = 0
    for await (const entry of restoredFiles(store, FOLDER, id))
      if (entry.kind === 'file') for await (const piece of entry.bytes) bytes += piece.length
    const size = await restoredSize(store, FOLDER, index)
    expect(size / bytes).toBeGreaterThan(0.95)
    expect(size / bytes).toBeLessThan(1.05)
  }
})

test('the list of files that the next backup is compared with is as the server makes it, and has no checksums, which nothing reads', async () => {
  const { login, beginReading } = await aServer()
  const store = memoryBlobStore()
  const { files, manifest } = await takeBackup({ login, store, folder: FOLDER, id: 'one', beginReading })
  const list = JSON.parse((await buffer(fileBytes(packOf(store, FOLDER, 'one'), manifest))).toString())
  const listed = list.Files as { Path: string; Size: number; Checksum?: string }[]
  expect(listed.filter(({ Checksum }) => Checksum !== undefined)).toEqual([])
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]))
  for (const { Path, Size } of listed) expect([Path, Size]).toEqual([Path, sizes.get(Path)])
})

test('a piece of a restored file is freed once the next one is asked for', async () => {
  const { endpoint, login } = await aServer()
  const store = memoryBlobStore()
  const client = await connected(endpoint)
  await client.query('create table large as select repeat(md5(n::text), 20) from generate_series(1, 5000) n')
  await takeBackup({ login, store, folder: FOLDER, id: 'one' })
  let freed = 0
  for await (const entry of restoredFiles(store, FOLDER, 'one')) {
    if (entry.kind !== 'file') continue
    const pieces: Uint8Array[] = []
    for await (const piece of entry.bytes) {
      expect(piece.length).toBeGreaterThan(0)
      pieces.push(piece)
    }
    if (pieces.length < 2) continue
    expect(pieces.map(({ length }) => length)).toEqual(pieces.map(() => 0))
    freed++
  }
  expect(freed).toBeGreaterThan(0)
})

test('what a restore has read from the store is freed as soon as it is written, whichever thread writes it', async () => {
  expect.assertions(4)
  const { endpoint, login } = await aServer()
  const store = memoryBlobStore()
  const client = await connected(endpoint)
  await client.query('create table large as select md5(n::text) from generate_series(1, 60000) n')
  const { files } = await takeBackup({ login, store, folder: FOLDER, id: 'one' })
  const stored = ({ pieces }: (typeof files)[number]) => pieces.reduce((sum, piece) => sum + piece, 0)
  const largest = files.toSorted((a, b) => stored(b) - stored(a))[0]!
  const read: Uint8Array[] = []
  const watched: BlobStore = {
    ...store,
    async read(key, range) {
      const body = await store.read(key, range)
      return body?.map((bytes: Uint8Array) => {
        read.push(bytes)
        return bytes
      })
    },
  }
  const to = join(await temporaryDirectory(), 'restored')
  for await (const entry of restoredFiles(watched, FOLDER, 'one')) {
    if (entry.kind !== 'file' || entry.path !== largest.path) continue
    read.length = 0
    await entry.writeTo!(to, new AbortController().signal)
    expect((await stat(to)).size).toBe(largest.bytes)
    expect(read.map(({ length }) => length)).toEqual([0])
    read.length = 0
    const pieces: Buffer[] = []
    for await (const piece of entry.bytes) pieces.push(Buffer.from(piece))
    expect(Buffer.concat(pieces).equals(await readFile(to))).toBe(true)
    expect(read.map(({ length }) => length)).toEqual([0])
  }
})

test('an index-only scan of a restored incremental backup sees no row that was deleted or rolled back', async () => {
  const { engine, endpoint, login } = await aServer()
  const store = memoryBlobStore()
  const client = await connected(endpoint)
  await client.query(
    'create table kept (n int primary key); insert into kept select generate_series(1, 2000)',
  )
  await client.query('vacuum (freeze) kept')
  await takeBackup({ login, store, folder: FOLDER, id: 'one' })
  await client.query('begin; insert into kept values (0); rollback')
  await client.query('delete from kept where n <= 1000')
  await takeBackup({ login, store, folder: FOLDER, id: 'two', base: 'one' })
  await restore(engine, store, 'two', 'restored')
  const restored = await connected(await engine.start('restored'))
  const count = async (scan: string) => {
    await restored.query(
      `set enable_seqscan = ${scan}; set enable_bitmapscan = off; set enable_indexscan = on`,
    )
    return (await restored.query('select count(*)::int as count from kept')).rows[0].count
  }
  expect([await count('on'), await count('off')]).toEqual([1000, 1000])
})

test('damaged, shortened, missing and swapped bytes are refused by the name of the file, and nothing is restored', async () => {
  const { engine, login } = await aServer()
  const root = await temporaryDirectory()
  const store = await diskBlobStore(root)
  await takeBackup({ login, store, folder: FOLDER, id: 'one' })
  await takeBackup({ login, store, folder: FOLDER, id: 'two' })
  const blobs = join(root, 'blobs')
  const names = await readdir(blobs, { recursive: true })
  const fileOf = (id: string, kind: string) =>
    join(blobs, names.find((name) => name.endsWith(`backup_${id}_${kind}`))!)
  const pack = fileOf('one', 'pack')
  const whole = await readFile(pack)
  const refused = async (message: RegExp) => {
    await expect(restore(engine, store, 'one', 'restored')).rejects.toThrow(message)
    expect(await engine.exists('restored')).toBe(false)
  }

  const damaged = Buffer.from(whole)
  randomBytes(40).copy(damaged, Math.floor(whole.length / 2))
  await writeFile(pack, damaged)
  await refused(/backup one is damaged: base\/\S+ does not have its checksum/)

  await writeFile(pack, whole)
  await truncate(pack, whole.length - 100_000)
  await refused(/backup one is damaged: \S+ (ends too early|does not have its checksum)/)

  // The bytes of another backup are sound, but not those that this list names.
  await writeFile(pack, await readFile(fileOf('two', 'pack')))
  await refused(/backup one is damaged: \S+ (ends too early|does not have its checksum)/)

  await writeFile(pack, whole)
  const [own, other] = [fileOf('one', 'index'), fileOf('two', 'index')]
  await rename(own, `${own}.kept`)
  await writeFile(own, await readFile(other))
  await refused(/backup one is damaged: its list of files/)
  await rename(`${own}.kept`, own)

  await rename(pack, `${pack}.kept`)
  await refused(/backup one is damaged: \S+ is missing/)
  await rename(`${pack}.kept`, pack)
  await restore(engine, store, 'one', 'restored')

  await removeBackup(store, FOLDER, 'one')
  await expect(restore(engine, store, 'one', 'again')).rejects.toThrow(/backup one is not in the store/)
})

test('a backup of an earlier version, whose checksums are of uncompressed bytes, is restored and checked', async () => {
  const { engine, endpoint, login } = await aServer()
  const store = memoryBlobStore()
  const client = await connected(endpoint)
  await client.query(
    'create table kept as select repeat(md5(n::text), 20) as t from generate_series(1, 5000) n',
  )
  await takeBackup({ login, store, folder: FOLDER, id: 'one' })
  const index = await readIndex(store, FOLDER, 'one')
  const pack = packOf(store, FOLDER, 'one')
  const files = await Promise.all(
    index.files.map(async ({ storedSha256: _, ...file }) => {
      const hash = createHash('sha256')
      for await (const piece of fileBytes(pack, index.files.find(({ path }) => path === file.path)!))
        hash.update(piece)
      return { ...file, sha256: hash.digest('hex') }
    }),
  )
  const earlier = { ...index, format: 1 as const, files }
  await writeIndex(store, FOLDER, earlier)
  await restore(engine, store, 'one', 'restored')
  const restored = await connected(await engine.start('restored'))
  expect((await restored.query('select count(*)::int as n from kept')).rows).toEqual([{ n: 5000 }])

  const changed = files.map((file) =>
    file.path === 'global/pg_control' ? { ...file, sha256: 'other' } : file,
  )
  await writeIndex(store, FOLDER, { ...earlier, files: changed })
  await expect(restore(engine, store, 'one', 'again')).rejects.toThrow(
    /pg_control does not have its checksum/,
  )
})

test.each(['sent by the server', 'read beside it'])(
  'a cancelled backup %s and one whose server is stopped leave nothing in the store',
  async (how) => {
    const { engine, login, beginReading } = await aServer()
    const reading = how === 'read beside it' ? { beginReading } : {}
    const store = memoryBlobStore()
    const cancel = new AbortController()
    const cancelled = takeBackup({
      ...reading,
      login,
      store,
      folder: FOLDER,
      id: 'one',
      signal: cancel.signal,
      onProgress: () => cancel.abort(new Error('not wanted any more')),
    })
    await expect(cancelled).rejects.toThrow('not wanted any more')
    let stopping: Promise<void> | undefined
    const stopped = takeBackup({
      ...reading,
      login,
      store,
      folder: FOLDER,
      id: 'two',
      onProgress: () => {
        stopping ??= engine.stop('source')
      },
    })
    await expect(stopped).rejects.toThrow()
    await stopping
    for await (const { key } of store.list(FOLDER)) expect.unreachable(key)
  },
)

test('a server that does not know what changed since the base says so, and a restore that is cancelled leaves nothing', async () => {
  const { engine, endpoint, login } = await aServer()
  const store = memoryBlobStore()
  await takeBackup({ login, store, folder: FOLDER, id: 'one' })
  const client = await connected(endpoint)
  await client.query('alter system set summarize_wal = off')
  await client.query('select pg_reload_conf()')
  await expect(takeBackup({ login, store, folder: FOLDER, id: 'two', base: 'one' })).rejects.toMatchObject({
    sqlstate: '55000',
  })
  const cancel = new AbortController()
  const restoring = engine.restore('restored', {
    files: restoredFiles(store, FOLDER, 'one'),
    until: 'backup',
    superuserPassword: PASSWORD,
    signal: cancel.signal,
    onProgress: () => cancel.abort(new Error('not wanted any more')),
  })
  await expect(restoring).rejects.toThrow('not wanted any more')
  expect(await engine.exists('restored')).toBe(false)
})
