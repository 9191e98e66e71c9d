import { open, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { memoryBlobStore } from '@basalt/object-store/memory-blob-store.ts'
import { PASSWORD } from '@basalt/postgres-supervisor/embedded/engine.fixture.ts'
import { unloggedIndexBeingBuilt } from '@basalt/testing/slow-index.ts'
import { expect, test } from 'vitest'
import { aServer, connected, HASH, loginTo, withWriters } from './backups.fixture.ts'
import { damagedPages } from './damaged-pages.ts'
import { packOf } from './pack.ts'
import { fileBytes } from './pack-reader.ts'
import { restoredFiles } from './restored-files.ts'
import { takeBackup } from './take-backup.ts'

const FOLDER = 'project/archive'
const PAGE_BYTES = 8192
/** Names the log of the server that runs; each start writes another one. */
const OWN_LOG = 'current_logfiles'

/** A server of which full backups are read, and a store for them. */
async function aReadServer() {
  const server = await aServer()
  const { engine, login, beginReading } = server
  const store = memoryBlobStore()
  return {
    ...server,
    store,
    take: (id: string, base?: string) => takeBackup({ login, store, folder: FOLDER, id, base, beginReading }),
    async restored(id: string) {
      const name = `restored-${id}`
      await engine.restore(name, {
        files: restoredFiles(store, FOLDER, id),
        until: 'backup',
        superuserPassword: PASSWORD,
      })
      return engine.start(name)
    },
  }
}

const damagedIn = (endpoint: Parameters<typeof loginTo>[0]) =>
  damagedPages(loginTo(endpoint), { signal: new AbortController().signal })

test('it has the files that the server would send, and the list of them that the server would make', async () => {
  const { endpoint, login, store, take } = await aReadServer()
  const client = await connected(endpoint)
  await client.query(
    `create table kept as select n from generate_series(1, 5000) n; create unlogged table forgotten as table kept;
     create temporary table passing as table kept; select pg_create_physical_replication_slot('other', true)`,
  )
  await client.query('create database beside')
  await client.query('vacuum')
  const read = await take('read')
  const sent = await takeBackup({ login, store, folder: FOLDER, id: 'sent' })
  const compared = (paths: string[]) =>
    paths.filter((path) => path !== OWN_LOG && !path.startsWith('pg_wal/')).toSorted()
  const pathsOf = ({ files }: typeof read) => compared(files.map(({ path }) => path))
  expect(pathsOf(read)).toEqual(pathsOf(sent))
  expect(read.systemId).toBe(sent.systemId)
  expect(read.timeline).toBe(sent.timeline)
  const listOf = async ({ id, manifest }: typeof read) =>
    JSON.parse((await buffer(fileBytes(packOf(store, FOLDER, id), manifest))).toString())
  const [own, other] = [await listOf(read), await listOf(sent)]
  expect(Object.keys(own)).toEqual(Object.keys(other))
  const named = ({ Files }: { Files: { Path: string }[] }) => compared(Files.map(({ Path }) => Path))
  expect(named(own)).toEqual(named(other))
  await client.query('drop table passing')
})

test('tables may be dropped, truncated, rewritten and made while it is read: what is restored is sound, and so is what builds on it', async () => {
  const { endpoint, take, restored } = await aReadServer()
  const client = await connected(endpoint)
  const writers = await withWriters(endpoint, 2)
  let isChanging = true
  const changing = (async () => {
    const other = await connected(endpoint)
    for (let n = 0; isChanging; n++) {
      const table = `passing_${n % 5}`
      await other.query(
        `drop table if exists ${table}; create ${n % 2 ? 'unlogged ' : ''}table ${table} as select g, repeat('x', 200) as t from generate_series(1, 20000) g`,
      )
      await other.query(`create index on ${table} (g); update ${table} set g = -g where g % 3 = 0`)
      if (n % 3 === 0) await other.query(`truncate ${table}`)
      if (n % 3 === 1) await other.query(`delete from ${table} where g > 100`)
      await other.query(`vacuum ${table}`)
      if (n % 4 === 0) await other.query('vacuum full accounts')
      if (n % 7 === 0) await other.query('checkpoint')
    }
  })()
  const ids = ['one', 'two', 'three']
  await take('one')
  await take('two', 'one')
  await take('three')
  await take('four', 'three')
  isChanging = false
  await changing
  await writers.stop()
  const { rows: before } = await client.query(HASH)
  await take('five', 'four')
  for (const id of [...ids, 'five']) {
    const endpoint = await restored(id)
    expect(await damagedIn(endpoint), id).toEqual([])
    const copy = await connected(endpoint)
    await copy.query('create extension amcheck')
    const faults = await copy.query(
      `select c.relname, v.msg from pg_class c cross join lateral verify_heapam(c.oid::regclass) v
       where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p'`,
    )
    expect(faults.rows, id).toEqual([])
    await copy.query(
      `select bt_index_check(i.indexrelid, i.indrelid::regclass::text like 'accounts%') from pg_index i join pg_class c on c.oid = i.indexrelid
       join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relpersistence = 'p' and i.indisvalid and c.relkind = 'i'`,
    )
    const { rows } = await copy.query('select sum(balance)::int as sum, count(*)::int as count from accounts')
    expect(rows, id).toEqual([{ sum: 0, count: 5000 }])
    if (id === 'five') expect((await copy.query(HASH)).rows).toEqual(before)
  }
})

test('it can be restored although an index of an unlogged table was being built when it began', async () => {
  const { endpoint, login, store, beginReading, take, restored } = await aReadServer()
  const finish = await unloggedIndexBeingBuilt(await connected(endpoint), await connected(endpoint))
  await takeBackup({
    login,
    store,
    folder: FOLDER,
    id: 'one',
    async beginReading(signal) {
      const cluster = await beginReading!(signal)
      await finish()
      return cluster
    },
  })
  // What builds on it has the index as it became.
  await take('two', 'one')
  for (const id of ['one', 'two']) {
    const copy = await connected(await restored(id))
    expect((await copy.query('select n from passing')).rows, id).toEqual([])
    await copy.query('insert into passing values (4)')
    expect((await copy.query('select n from passing where waiting(n) = 4')).rows, id).toEqual([{ n: 4 }])
  }
})

test('a page that is damaged in the source is found in what was restored, also in an index that no check of tables reads', async () => {
  const { engine, endpoint, dataDir, take, restored } = await aReadServer()
  const client = await connected(endpoint)
  await client.query(
    'create table kept as select n, point(n, n) as p from generate_series(1, 50000) n; create index spread on kept using gist (p)',
  )
  const { rows } = await client.query("select pg_relation_filepath('spread') as path")
  await engine.stop('source')
  await damage(join(dataDir, 'instances/source/data', rows[0].path), 3)
  await engine.start('source')
  await take('one')
  expect(await damagedIn(await restored('one'))).toEqual([
    expect.stringMatching(new RegExp(`checksum.*${rows[0].path}.*block 3`)),
  ])
})

/** Flips some bits of a page. */
async function damage(path: string, page: number) {
  await using file = await open(path, 'r+')
  const bytes = Buffer.alloc(16)
  const at = page * PAGE_BYTES + 5000
  await file.read(bytes, 0, bytes.length, at)
  await file.write(
    bytes.map((byte) => byte ^ 0xff),
    0,
    bytes.length,
    at,
  )
}

test('a past moment that only answers reads is backed up as well, and is written to after its restore', async () => {
  const { engine, endpoint, take, restored } = await aReadServer()
  const client = await connected(endpoint)
  await client.query('create table kept as select n from generate_series(1, 1000) n')
  await engine.seal('source')
  await engine.start('source')
  const { kind } = await take('one')
  expect(kind).toBe('full')
  const copy = await connected(await restored('one'))
  await copy.query('insert into kept values (1001)')
  expect((await copy.query('select count(*)::int as n from kept')).rows).toEqual([{ n: 1001 }])
})

test('a link in the data directory is refused, so that nothing outside of it gets into a backup', async () => {
  const { dataDir, store, take } = await aReadServer()
  await writeFile(join(dataDir, 'secret'), 'not of the database')
  await symlink(join(dataDir, 'secret'), join(dataDir, 'instances/source/data/base/link'))
  await expect(take('one')).rejects.toThrow('A database with tablespaces of its own cannot be backed up.')
  for await (const { key } of store.list(FOLDER)) expect.unreachable(key)
})
