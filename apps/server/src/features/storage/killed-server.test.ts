import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { CompleteMultipartUploadCommand } from '@aws-sdk/client-s3'
import { sampleOf } from '@basalt/testing/sample-of.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from '../../platform/project-databases/database-caller.ts'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import { anOrganization, aProject, PASSWORD, reaches, signInAs, signUp } from '../../test/people.ts'
import { DATABASE_PASSWORD, s3ClientOf, storageOf } from '../../test/storage-fixture.ts'
import { versionsInUse } from './objects/objects.store.ts'

const program = path.resolve(import.meta.dirname, '../../test/dying-storage.ts')

const everyKill = [
  ['upload', 'before write', undefined],
  ['upload', 'during write', undefined],
  ['upload', 'after write', undefined],
  ['folder', 'after write', undefined],
  ['replace', 'before write', 'old'],
  ['replace', 'after write', 'old'],
  ['replace', 'before remove', 'new'],
  ['replace', 'after remove', 'new'],
  ['delete', 'before remove', undefined],
  ['resume', 'before adopt', 'new'],
  ['resume', 'after adopt', 'new'],
  ['join', 'before write', 'new'],
  ['join', 'during write', 'new'],
  ['join', 'after write', 'new'],
  ['rejoin', 'before remove', 'new'],
] as const
const kills = sampleOf(everyKill, 6)

let ground: Awaited<ReturnType<typeof newBase>>
let server: Awaited<ReturnType<typeof openAppOn>>
let storage: Awaited<ReturnType<typeof storageOf>>
const unfinished: string[] = []
const unjoined: string[] = []

async function makeProject() {
  await using fixture = await openAppOn(ground)
  const owner = await signUp(fixture, 'owner@example.com')
  const project = await aProject(owner, await anOrganization(owner), { db_pass: DATABASE_PASSWORD })
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
  const { service } = await storageOf(fixture, owner, project.ref)
  await service.createBucket('files')
  return project.ref
}

async function killAt(ref: string, operation: string, moment: string) {
  const child = spawn(process.execPath, [program, JSON.stringify(ground), ref, operation, moment], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(signal, `${operation} ${moment}`).toBe('SIGKILL')
  if (operation === 'resume') unfinished.push(output.trim())
  if (operation === 'join') unjoined.push(output)
}

beforeAll(async () => {
  ground = await newBase()
  const ref = await makeProject()
  for (const [operation, moment] of kills) await killAt(ref, operation, moment)
  server = await openAppOn(ground)
  await server.lifecycle.markStopped()
  await server.lifecycle.resume()
  storage = await storageOf(server, await signInAs(server, 'owner@example.com', PASSWORD), ref)
  for (const path of unfinished) {
    const reply = await fetch(`${storage.origin}${path}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${storage.keyOf('service_role')}` },
    })
    expect([reply.status, reply.headers.get('upload-offset')]).toEqual([200, '3'])
  }
  for (const output of unjoined) {
    const { credentials, completion } = JSON.parse(output)
    await s3ClientOf(storage.url, credentials).send(new CompleteMultipartUploadCommand(completion))
  }
  await server.storage.janitor.sweep(ref, 0)
}, 600_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await ground[Symbol.asyncDispose]()
})

test.each(kills)(
  'a file is intact after the server was killed at "%s: %s": %j',
  async (operation, moment, expected) => {
    const { data } = await storage.service.from('files').download(`${operation} ${moment}`)
    expect(await data?.text()).toBe(expected)
  },
)

test('each row has its bytes, and no bytes are orphaned', async () => {
  const versions = (await storage.blobs()).map((key) => key.slice(storage.ref.length + 1))
  const used = await server.storage.catalog.as(storage.ref, SERVICE, (rows) => versionsInUse(rows, versions))
  expect(versions.filter((version) => !used.has(version))).toEqual([])
  const [{ rows }] = (await storage.sql('select count(*)::int as rows from storage.objects')) as [
    { rows: number },
  ]
  const present = kills.filter(([, , content]) => content !== undefined).length
  expect([versions.length, rows]).toEqual([present, present])
})

test('young bytes without a row are kept, because their row may follow', async () => {
  const body = (async function* () {
    yield Buffer.from('on its way')
  })()
  await server.blobs.write(`${storage.ref}/young`, body)
  await server.storage.janitor.sweep(storage.ref)
  expect(await storage.blobs()).toContain(`${storage.ref}/young`)
  await server.blobs.remove(`${storage.ref}/young`)
})

test('bytes of rows deleted by SQL are deleted by the next sweep', async () => {
  await storage.service.from('files').upload('by-sql', 'x')
  const before = await storage.blobs()
  await storage.sql("delete from storage.objects where name = 'by-sql'")
  await server.storage.janitor.sweep(storage.ref, 0)
  expect(await storage.blobs()).toHaveLength(before.length - 1)
})
