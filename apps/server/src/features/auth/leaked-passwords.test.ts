import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { buildLeakedList } from './leaked-list.ts'

/** An operator's list of leaked passwords, beside the service of a project. */

const LEAKED = 'correct horse battery'
const hash = createHash('sha1').update(LEAKED).digest('hex')

let auth: AuthFixture
let folder: string
const service = createServer((_request, reply) => void reply.end(`${'0'.repeat(35)}:1\r\n`))
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leaked-'))
  await writeFile(path.join(folder, 'hashes'), `${hash}:12\n`)
  const list = path.join(folder, 'list')
  await buildLeakedList(path.join(folder, 'hashes'), list)
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  auth = await openAuth({ env: { BASALT_LEAKED_PASSWORDS: list, BASALT_PRIVATE_NETWORKS: 'allow' } })
  await auth.change({ mailer_autoconfirm: true })
})
afterAll(async () => {
  await auth[Symbol.asyncDispose]()
  service.close()
  await rm(folder, { recursive: true, force: true })
})

let count = 0
const signUp = (password: string) => auth.client().signUp({ email: `leaked${++count}@example.com`, password })
const refused = { code: 'weak_password', reasons: ['pwned'] }

test('the list counts while the service is off', async () => {
  expect((await signUp(LEAKED)).error).toMatchObject(refused)
  const { data, error } = await signUp('another secret of mine')
  expect(error).toBeNull()
  const client = auth.client()
  await client.signInWithPassword({ email: data.user!.email!, password: 'another secret of mine' })
  expect((await client.updateUser({ password: LEAKED })).error).toMatchObject(refused)
})

test('the service decides while it answers, and the list once it does not', async () => {
  const { port } = service.address() as AddressInfo
  await auth.change({ password_hibp_enabled: true, password_hibp_url: `http://127.0.0.1:${port}` })
  expect((await signUp(LEAKED)).error).toBeNull()
  service.closeAllConnections()
  await new Promise((closed) => service.close(closed))
  expect((await signUp(LEAKED)).error).toMatchObject(refused)
  expect((await signUp('another secret of mine')).error).toBeNull()
})
