import { execFile } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { createBackup, listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import { listInstallationBackups } from '@basalt/contract/installation-backups/installation-backups.endpoints.ts'
import { runJob } from '@basalt/contract/jobs/jobs.endpoints.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { freePort } from '@basalt/testing/free-port.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { anS3Service } from '@basalt/testing/s3-service.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Caller, call, signedIn } from '../api-client.ts'
import { inRepository } from '../repository.ts'

const run = promisify(execFile)
const OWNER = { BASALT_OWNER_EMAIL: 'owner@example.com', BASALT_OWNER_PASSWORD: 'correct horse battery' }
const LIMIT = { timeoutMs: 60_000 }

const restore = (env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [inRepository('apps/server/src/commands/restore.ts'), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr.trim(),
  )

const query = (caller: Caller, ref: string, text: string) =>
  call(caller, runQuery, { params: { ref }, query: {}, body: { query: text } })

const isHealthy = (owner: Caller, ref: string) =>
  waitFor(async () => (await call(owner, getProject, { params: { ref } })).status === 'ACTIVE_HEALTHY', LIMIT)

test('an installation is built from its bucket and the key file alone', { timeout: 300_000 }, async () => {
  await using service = await anS3Service()
  const [lost, found, safe] = [newDataDir(), newDataDir(), newDataDir()]
  for (const folder of [lost, found, safe]) onTestFinished(() => removeDataDir(folder))
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = service.location
  const env = {
    BASALT_SESSION_POOLER_PORT: String(await freePort()),
    BASALT_TRANSACTION_POOLER_PORT: String(await freePort()),
    BASALT_BACKUP_URL: `s3://${bucket}`,
    BASALT_S3_ENDPOINT: endpoint,
    BASALT_S3_REGION: region,
    BASALT_S3_BUCKET: 'files',
    BASALT_S3_ACCESS_KEY_ID: accessKeyId,
    BASALT_S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const signIn = (origin: string) =>
    signedIn({ origin }, OWNER.BASALT_OWNER_EMAIL, OWNER.BASALT_OWNER_PASSWORD)
  const first = await startServer(lost, { ...OWNER, ...env })
  await using _first = { [Symbol.asyncDispose]: () => first.stop('SIGKILL') }
  const owner = await signIn(first.origin)
  const { slug } = await call(owner, createOrganization, { body: { name: 'Acme' } })
  const { ref } = await call(owner, createProject, { body: { organization_slug: slug, name: 'Shop' } })
  await isHealthy(owner, ref)
  await query(owner, ref, 'create table orders as select n from generate_series(1, 1000) n')
  await call(owner, createBackup, { params: { ref }, body: {} })
  await waitFor(
    async () => (await call(owner, listBackups, { params: { ref } })).backups[0]!.verified_at !== null,
    LIMIT,
  )
  await call(owner, runJob, { params: { name: 'installation-backup' } })
  const { key } = await waitFor(async () => {
    const known = await call(owner, listInstallationBackups, {})
    return known.backups.some(({ verified_at }) => verified_at) ? known : undefined
  }, LIMIT)
  const keyFile = path.join(safe, 'copy-of-the-key')
  copyFileSync(key.file, keyFile)
  await first.stop()
  for (const folder of ['instances', 'metadata']) rmSync(path.join(lost, folder), { recursive: true })

  const target = { ...env, BASALT_DATA_DIR: found }
  expect(await restore(target, 's3://another-bucket', keyFile)).toContain(
    'There is no backup of an installation',
  )
  // A service that fails is not taken for one without backups.
  service.state.fault = (_request, response) => {
    response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    return true
  }
  expect(await restore(target, `s3://${bucket}`, keyFile)).not.toContain('There is no backup')
  service.state.fault = undefined
  expect(await restore(target, `s3://${bucket}`, keyFile)).toContain('Start it with "npm start"')

  const second = await startServer(found, target)
  await using _second = { [Symbol.asyncDispose]: () => second.stop('SIGKILL') }
  const again = await signIn(second.origin)
  await isHealthy(again, ref)
  expect(await query(again, ref, 'select count(*)::int as n from orders')).toEqual([{ n: 1000 }])
})
