import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import {
  changeBackupSettings,
  createBackup,
  listBackups,
} from '@basalt/contract/backups/backups.endpoints.ts'
import {
  confirmKeyFile,
  listInstallationBackups,
} from '@basalt/contract/installation-backups/installation-backups.endpoints.ts'
import { listJobs, runJob } from '@basalt/contract/jobs/jobs.endpoints.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import {
  createOrganization,
  listOrganizations,
} from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { freePort } from '@basalt/testing/free-port.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Caller, call, signedIn } from '../api-client.ts'
import { inRepository } from '../repository.ts'

const run = promisify(execFile)
const OWNER = { BASALT_OWNER_EMAIL: 'owner@example.com', BASALT_OWNER_PASSWORD: 'correct horse battery' }
const LIMIT = { timeoutMs: 60_000 }

/** Runs the command as an operator does. */
const restore = (env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [inRepository('apps/server/src/commands/restore.ts'), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr.trim(),
  )

/** Is killed once it has begun to write. */
async function killedRestore(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [inRepository('apps/server/src/commands/restore.ts'), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout))
    if (line.includes('the database is as it was at')) child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
}

const query = (caller: Caller, ref: string, text: string) =>
  call(caller, runQuery, { params: { ref }, query: {}, body: { query: text } })

async function aHealthyProject(owner: Caller, slug: string, name: string) {
  const { ref } = await call(owner, createProject, { body: { organization_slug: slug, name } })
  await isHealthy(owner, ref)
  return ref
}

const isHealthy = (owner: Caller, ref: string) =>
  waitFor(async () => (await call(owner, getProject, { params: { ref } })).status === 'ACTIVE_HEALTHY', LIMIT)

/** Requests to the storage of a project, past its policies. */
async function storageOf(owner: Caller, ref: string) {
  const keys = await call(owner, listApiKeys, { params: { ref } })
  const key = keys.find(({ name }) => name === 'service_role')!.api_key!
  return async (
    method: string,
    address: string,
    body?: string | Uint8Array<ArrayBuffer>,
    type = 'application/octet-stream',
  ) => {
    const response = await fetch(`${owner.origin}/p/${ref}/storage/v1/${address}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    })
    expect(response.status, await response.clone().text()).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
}

test('a lost machine is restored from its backups and the key file: people, databases up to the last minutes, and files', {
  timeout: 300_000,
}, async () => {
  const folders = [newDataDir(), newDataDir(), newDataDir()] as const
  onTestFinished(() => folders.forEach(removeDataDir))
  const [lost, safe, found] = folders
  const ports = {
    BASALT_SESSION_POOLER_PORT: String(await freePort()),
    BASALT_TRANSACTION_POOLER_PORT: String(await freePort()),
  }
  const bytes = randomBytes(300_000)
  const [firstPlace, place, keyFile] = [
    path.join(lost, 'elsewhere'),
    path.join(safe, 'backups'),
    path.join(safe, 'copy-of-the-key'),
  ]
  mkdirSync(firstPlace)

  const settings = { ...ports, BASALT_BACKUP_URL: firstPlace, BASALT_BACKUP_ENCRYPTION: 'on' }
  const first = await startServer(lost, { ...OWNER, ...settings })
  await using _first = { [Symbol.asyncDispose]: () => first.stop('SIGKILL') }
  const owner = await signedIn(
    { origin: first.origin },
    OWNER.BASALT_OWNER_EMAIL,
    OWNER.BASALT_OWNER_PASSWORD,
  )
  const { slug } = await call(owner, createOrganization, { body: { name: 'Acme' } })
  const [shop, blog] = [
    await aHealthyProject(owner, slug, 'Shop'),
    await aHealthyProject(owner, slug, 'Blog'),
  ]
  await query(owner, shop, 'create table orders as select 1 as n')
  await query(owner, blog, 'create table posts as select n from generate_series(1, 100) n')
  const storage = await storageOf(owner, blog)
  await storage('POST', 'bucket', JSON.stringify({ name: 'pictures' }), 'application/json')
  await storage('POST', 'object/pictures/cat.png', bytes)
  await call(owner, changeBackupSettings, { params: { ref: shop }, body: { pitr_enabled: true } })
  await call(owner, createBackup, { params: { ref: blog }, body: {} })
  for (const ref of [shop, blog])
    await waitFor(
      async () =>
        (await call(owner, listBackups, { params: { ref } })).backups.some(({ verified_at }) => verified_at),
      LIMIT,
    )
  // Newer than its backup, and so only in the log.
  await query(owner, shop, 'insert into orders values (2)')
  await call(owner, runJob, { params: { name: 'installation-backup' } })
  const overview = await waitFor(async () => {
    const known = await call(owner, listInstallationBackups, {})
    return known.backups.some(({ verified_at }) => verified_at) ? known : undefined
  }, LIMIT)
  expect(overview).toMatchObject({
    is_available: true,
    place: firstPlace,
    is_encrypted: true,
    is_on_same_disk: true,
    backups: [{ kind: 'full', problem: null }],
    files: { count: 1 },
    key: { confirmed_at: null },
  })
  // Only what changed since.
  await call(owner, runJob, { params: { name: 'installation-backup' } })
  await waitFor(async () => {
    const { backups } = await call(owner, listInstallationBackups, {})
    return backups.length === 2 && backups[0]!.kind === 'incremental' && backups[0]!.problem === null
  }, LIMIT)

  copyFileSync(overview.key.file, keyFile)
  const fingerprint = createHash('sha256').update(readFileSync(keyFile)).digest('hex')
  const wrong = fingerprint.replaceAll(/\d/g, '0')
  await expect(call(owner, confirmKeyFile, { body: { fingerprint: wrong } })).rejects.toThrow('another file')
  await call(owner, confirmKeyFile, { body: { fingerprint: `${fingerprint}  secrets.key` } })
  const { key } = await call(owner, listInstallationBackups, {})
  expect(key.confirmed_at).not.toBeNull()

  // Newer than the last backup of the installation, and so only in the log of its metadata.
  const late = await call(owner, createOrganization, { body: { name: 'Late' } })
  const address = await query(owner, blog, 'select inet_server_port() as port')
  await waitFor(
    async () => (await call(owner, listJobs, {})).every(({ running }) => running.length === 0),
    LIMIT,
  )
  await first.stop()
  // Nothing at rest says what it is about: neither a file as it was uploaded, nor the names of files in a backup.
  const stored = readdirSync(firstPlace, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  expect(stored.length).toBeGreaterThan(8)
  for (const { parentPath, name } of stored) {
    const atRest = readFileSync(path.join(parentPath, name))
    expect(atRest.includes(bytes.subarray(1000, 1032))).toBe(false)
    expect(atRest.subarray(0, 66).toString('latin1')).not.toMatch(/^[0-9a-f]{64}\n/)
  }
  cpSync(firstPlace, place, { recursive: true })
  rmSync(path.join(lost, 'instances'), { recursive: true })
  rmSync(path.join(lost, 'metadata'), { recursive: true })
  // The bytes of the files, and what was received of the log, are gone as well.
  rmSync(path.join(lost, 'storage'), { recursive: true })
  rmSync(path.join(lost, 'wal'), { recursive: true })

  const env = { ...ports, BASALT_DATA_DIR: found, BASALT_BACKUP_URL: place }
  const otherKey = path.join(safe, 'another-key')
  writeFileSync(otherKey, `${randomBytes(32).toString('hex')}\n`)
  expect(await restore(env, place)).toContain('There is no key file')
  expect(await restore(env, place, otherKey)).toContain(`the one whose fingerprint is ${fingerprint}`)
  expect(await restore(env, safe, keyFile)).toContain('There is no backup of an installation')
  expect(await restore({ ...env, BASALT_DATA_DIR: lost }, place, keyFile)).toContain('is not empty')

  await killedRestore(env, place, keyFile)
  await expect(startServer(found, env)).rejects.toThrow('was interrupted')
  const said = await restore(env, place, keyFile)
  expect(said).toContain('1 file is restored.')
  expect(said).toContain('Start it with "npm start"')
  expect(readFileSync(path.join(found, 'restored-settings.env'), 'utf8')).toContain(
    `BASALT_BACKUP_URL=${firstPlace}\n`,
  )
  for (const name of ['pooler.crt', 'pooler.key'])
    expect(readFileSync(path.join(found, 'keys', name))).toEqual(readFileSync(path.join(lost, 'keys', name)))

  const second = await startServer(found, env)
  await using _second = { [Symbol.asyncDispose]: () => second.stop('SIGKILL') }
  const again = await signedIn(
    { origin: second.origin },
    OWNER.BASALT_OWNER_EMAIL,
    OWNER.BASALT_OWNER_PASSWORD,
  )
  for (const ref of [shop, blog]) await isHealthy(again, ref)
  expect(await query(again, shop, 'select n from orders order by n')).toEqual([{ n: 1 }, { n: 2 }])
  expect(await query(again, blog, 'select count(*)::int as n from posts')).toEqual([{ n: 100 }])
  expect(await query(again, blog, 'select inet_server_port() as port')).toEqual(address)
  const restored = await storageOf(again, blog)
  expect(
    createHash('sha256')
      .update(await restored('GET', 'object/pictures/cat.png'))
      .digest('hex'),
  ).toBe(createHash('sha256').update(bytes).digest('hex'))
  // It is backed up from there on, and the backups from before can be restored.
  await waitFor(async () => {
    const { backups, pitr } = await call(again, listBackups, { params: { ref: shop } })
    return backups.length === 2 && backups[0]!.verified_at !== null && pitr.ranges.length === 2
  }, LIMIT)
  expect((await call(again, listOrganizations, {})).map(({ slug: one }) => one)).toContain(late.slug)
  expect(await call(again, listInstallationBackups, {})).toMatchObject({
    key: { confirmed_at: key.confirmed_at },
  })
  await waitFor(async () => {
    const { log_until } = await call(again, listInstallationBackups, {})
    return log_until !== null && log_until > key.confirmed_at!
  }, LIMIT)
})
