import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { freePort } from '@basalt/testing/free-port.ts'
import { startServer } from '@basalt/testing/real-server.ts'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { type Caller, call, RefusedCall, signedIn } from '../api-client.ts'

const OWNER = { BASALT_OWNER_EMAIL: 'owner@example.com', BASALT_OWNER_PASSWORD: 'correct horse battery' }

const LINES_PAST_A_PAGE = 100

const refusal = async (calling: Promise<unknown>) => {
  const error = await calling.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(RefusedCall)
  return error as RefusedCall
}

async function aProject(owner: Caller) {
  const { slug } = await call(owner, createOrganization, { body: { name: 'Acme' } })
  const { ref } = await call(owner, createProject, { body: { organization_slug: slug, name: 'Shop' } })
  const params = { ref }
  await waitFor(async () => (await call(owner, getProject, { params })).status === 'ACTIVE_HEALTHY', {
    timeoutMs: 60_000,
  })
  return ref
}

test('on a full disk the server stays up: reads work, writes report it, the log counts dropped lines, and everything recovers', async ({
  skip,
}) => {
  await using disk = await smallDisk('800m')
  if (!disk) return skip(NO_SMALL_DISK)
  const dataDir = path.join(disk.path, 'data')
  mkdirSync(dataDir, { mode: 0o711 })
  const ports = {
    BASALT_SESSION_POOLER_PORT: String(await freePort()),
    BASALT_TRANSACTION_POOLER_PORT: String(await freePort()),
  }
  const server = await startServer(dataDir, { ...OWNER, ...ports })
  await using _stopped = { [Symbol.asyncDispose]: () => server.stop('SIGKILL') }
  const owner = await signedIn(
    { origin: server.origin },
    OWNER.BASALT_OWNER_EMAIL,
    OWNER.BASALT_OWNER_PASSWORD,
  )
  const ref = await aProject(owner)
  const query = (text: string) => call(owner, runQuery, { params: { ref }, query: {}, body: { query: text } })
  await query('create table t as select generate_series(1, 1000) as n')
  const count = () => query('select count(*)::int as n from t')

  disk.fill()
  const refused = await refusal(
    query('create table large as select repeat(md5(n::text), 50) from generate_series(1, 200000) n'),
  )
  // The last write may still put half of a page on the disk.
  expect(refused.message).toMatch(/No space left on device|wrote only \d+ of \d+ bytes/)
  // More lines than fit into the log's last page, which the file system has already allocated. PostgreSQL frees the space
  // that it could not use, so the disk is filled again each time.
  for (let times = 0; times < LINES_PAST_A_PAGE; times += 1) {
    disk.fill()
    expect(await count()).toEqual([{ n: 1000 }])
  }
  expect((await call(owner, getProject, { params: { ref } })).status).toBe('ACTIVE_HEALTHY')

  disk.makeRoom()
  await waitFor(async () => (await query('insert into t values (0) returning n')).length === 1, {
    timeoutMs: 60_000,
  })
  expect(await count()).toEqual([{ n: 1001 }])
  // The next line that can be written contains the number of dropped ones.
  await waitFor(async () => {
    await count()
    return readFileSync(path.join(dataDir, 'logs', 'server.log'), 'utf8').includes('"dropped":')
  })

  await server.stop()
  disk.fill()
  const output = await startServer(dataDir, ports).then(
    async (other) => {
      await other.stop()
      return other.output()
    },
    (error: Error) => error.message,
  )
  expect(output).toContain('Basalt cannot start: The disk')
  expect(output).not.toMatch(/^ +at /m)
})
