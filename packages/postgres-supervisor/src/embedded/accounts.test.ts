import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runningProcesses } from '@basalt/testing/processes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { isRoot } from '../account/account.ts'
import { FIRST_INSTANCE_UID } from '../account/accounts.ts'
import { postgresProcessesIn } from '../process/working-directories.ts'
import { openEngine, PASSWORD, query, startedInstance } from './engine.fixture.ts'

const folderOf = (dataDir: string, id: string) => join(dataDir, 'instances', id)

/** The user ids of the processes of a running instance. */
async function uidsOf(dataDir: string, id: string) {
  const pids = new Set(await postgresProcessesIn(join(folderOf(dataDir, id), 'data')))
  return [...new Set(runningProcesses().flatMap(({ pid, uid }) => (pids.has(pid) ? uid : [])))]
}

/** The user ids that own files below a folder. */
const ownersIn = (folder: string) =>
  execFileSync('find', [folder, '-printf', '%U\n'], { encoding: 'utf8' }).trim().split('\n').map(Number)

const tls = { key: 'the key of the pooler', cert: 'its certificate' }

describe('user ids', () => {
  beforeEach(({ skip }) => skip(!isRoot(), 'only root gives processes other users than itself'))

  test('engines with disjoint ranges never assign the same user id twice', async () => {
    const metadata = await openEngine({
      uids: { first: FIRST_INSTANCE_UID - 1, last: FIRST_INSTANCE_UID - 1 },
    })
    const projects = await openEngine()
    await startedInstance(metadata.engine, 'metadata')
    await startedInstance(projects.engine, 'one')
    await startedInstance(projects.engine, 'two')
    const uids = [
      ...(await uidsOf(metadata.dataDir, 'metadata')),
      ...(await uidsOf(projects.dataDir, 'one')),
      ...(await uidsOf(projects.dataDir, 'two')),
    ]
    expect(uids).toEqual([FIRST_INSTANCE_UID - 1, FIRST_INSTANCE_UID, FIRST_INSTANCE_UID + 1])
  })

  test('an instance that an earlier version gave a shared user id gets its own at the next start', async () => {
    const { engine, dataDir } = await openEngine()
    const endpoint = await startedInstance(engine, 'metadata')
    await query(endpoint, 'create table kept as select 42 as answer')
    expect(await uidsOf(dataDir, 'metadata')).toEqual([FIRST_INSTANCE_UID])
    await engine.close()
    const uid = FIRST_INSTANCE_UID - 1
    const { engine: next } = await openEngine({ dataDir, uids: { first: uid, last: uid } })
    expect(await query(await next.start('metadata'), 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(await uidsOf(dataDir, 'metadata')).toEqual([uid])
    expect(ownersIn(join(folderOf(dataDir, 'metadata'), 'data')).filter((owner) => owner !== uid)).toEqual([])
  })

  test('an interrupted move to another user id is finished by the next start', async () => {
    const { engine, dataDir } = await openEngine()
    await startedInstance(engine, 'one')
    await engine.close()
    const data = join(folderOf(dataDir, 'one'), 'data')
    // The state after a kill in the middle: some files belong to the new id, and the record is not written.
    execFileSync('chown', ['-R', '80000:80000', join(data, 'base')])
    const record = join(folderOf(dataDir, 'one'), 'instance.json')
    const { uid: _uid, ...rest } = JSON.parse(await readFile(record, 'utf8'))
    await writeFile(record, JSON.stringify(rest))
    const { engine: next } = await openEngine({ dataDir })
    expect(await query(await next.start('one'), 'select 42 as answer')).toEqual([{ answer: 42 }])
    expect(new Set(ownersIn(data))).toEqual(new Set([FIRST_INSTANCE_UID]))
  })

  test("when instances share one user id, none gets the poolers' key", async () => {
    // No system can assign this id.
    const uids = { first: 2 ** 32, last: 2 ** 32 }
    const { engine, dataDir } = await openEngine({ uids, tls })
    const key = join(folderOf(dataDir, 'one'), 'server.key')
    await engine.create('one', { superuserPassword: PASSWORD })
    // As earlier versions left it.
    await writeFile(key, tls.key)
    await engine.start('one')
    expect(existsSync(key)).toBe(false)
  })

  test('only its own server may read an instance’s configuration', async () => {
    const { engine, dataDir } = await openEngine()
    await startedInstance(engine, 'one')
    const folder = folderOf(dataDir, 'one')
    for (const path of [folder, join(folder, 'postgresql.conf'), join(folder, 'pg_hba.conf')]) {
      const { mode, gid } = await stat(path)
      expect(mode & 0o007, path).toBe(0)
      expect(gid, path).toBe(FIRST_INSTANCE_UID)
    }
  })
})

test("this program's user needs no password for the listed roles, over the socket only", async () => {
  const { engine } = await openEngine({ passwordlessRoles: ['member'] })
  const endpoint = await startedInstance(engine, 'one')
  await query(endpoint, "create role member login password 'chosen by its owner'")
  const asMember = (host: string, password: string) =>
    query({ ...endpoint, host, user: 'member' } as never, 'select current_user', password)
  expect(await asMember(endpoint.socket!, 'anything')).toEqual([{ current_user: 'member' }])
  expect(await asMember('127.0.0.1', 'chosen by its owner')).toEqual([{ current_user: 'member' }])
  await expect(asMember('127.0.0.1', 'anything')).rejects.toMatchObject({ code: '28P01' })
  await expect(query({ ...endpoint, host: endpoint.socket! }, 'select 1', 'anything')).rejects.toMatchObject({
    code: '28P01',
  })
})
