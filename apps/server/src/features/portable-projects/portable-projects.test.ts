import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { portableFile } from '@basalt/backups/portable-file.ts'
import { createBackup, listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import {
  getDataApiSettings,
  updateDataApiSettings,
} from '@basalt/contract/data-api-settings/data-api-settings.endpoints.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import {
  downloadPortable,
  openPortable,
} from '@basalt/contract/portable-projects/portable-projects.endpoints.ts'
import type { CreatedProject } from '@basalt/contract/projects/projects.schema.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { createSnippet, listSnippets } from '@basalt/contract/snippets/snippets.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, type Person, reaches, signUp } from '../../test/people.ts'
import { openStorage, storageOf } from '../../test/storage-fixture.ts'
import { receive } from './uploaded-file.ts'

const FILE = randomBytes(3_000_000)

/** Sends a file in parts, as a browser does. */
const openFile = (
  app: AppFixture['app'],
  person: Person,
  slug: string,
  file: Buffer | Readable,
  length?: number,
) =>
  app.inject({
    method: 'POST',
    url: requestUrl(openPortable, { params: { slug }, query: { name: 'Opened' } }),
    headers: {
      ...person.headers,
      'content-type': 'application/octet-stream',
      ...(length !== undefined && { 'content-length': String(length) }),
    },
    payload: file,
  })

test('a project becomes one file, which another installation opens with data, files, queries and settings', async () => {
  await using source = await openStorage()
  const { owner, ref } = source
  const bucket = await source.aBucket()
  await source.put(bucket, 'a/large.bin', FILE)
  await source.put(bucket, 'later.txt')
  await owner.call(runQuery, {
    params: { ref },
    body: {
      query:
        'create table kept as select n, md5(n::text) t from generate_series(1, 5000) n; create schema api',
    },
  })
  const id = randomUUID()
  const saved = await owner.call(createSnippet, {
    params: { ref },
    body: {
      id,
      name: 'Daily sums',
      visibility: 'project',
      content: { content_id: id, sql: 'select sum(n) from kept' },
    },
  })
  expect(saved.body).toMatchObject({ name: 'Daily sums' })
  await owner.call(updateDataApiSettings, {
    params: { ref },
    body: { db_schemas: ['public', 'api'], max_rows: 77 },
  })
  const { body: backup } = await owner.call(createBackup, { params: { ref }, body: {} })
  await waitFor(async () => {
    const { backups } = (await owner.call(listBackups, { params: { ref } })).body
    return backups.find(({ id }) => id === backup.id)!.verified_at !== null
  })
  // The bytes of a file that is deleted later belong to the backup.
  await source.filesOf(bucket).remove(['later.txt'])
  const reply = await source.app.inject({
    method: 'GET',
    url: requestUrl(downloadPortable, { params: { ref, id: backup.id } }),
    headers: owner.headers,
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-disposition']).toMatch(/filename="[\w.-]+\.basalt"/)
  const file = reply.rawPayload
  expect(await source.engine.exists(`${ref}-check`)).toBe(false)

  await using target = await openApp()
  const person = await signUp(target)
  const organization = await anOrganization(person)
  const uploads = path.join(path.dirname(target.config.dataDir), 'storage', 'uploads', 'portable')
  const refused = async (body: Buffer | Readable) =>
    (await openFile(target.app, person, organization.slug, body)).json() as { message: string }
  expect(await refused(Buffer.from('create table foreign_dump (n int)'))).toMatchObject({
    code: 'validation_failed',
    message: 'This is not the file of a Basalt project, or it was written by a later version.',
  })
  expect(await refused(file.subarray(0, -100))).toMatchObject({
    message: 'The file is damaged: its end is missing. Download it again.',
  })
  // As large as no disk is: the upload, or the database in it.
  const tooLarge = async (body: Readable, length?: number) => {
    const reply = await openFile(target.app, person, organization.slug, body, length)
    return [reply.statusCode, (reply.json() as { message: string }).message]
  }
  const needs = [
    507,
    expect.stringMatching(/^This project needs [\d,]+ MB, and the disk has [\d,]+ MB free\./),
  ]
  expect(await tooLarge(Readable.from([file]), 2 ** 52)).toEqual(needs)
  async function* hugeProject() {
    const facts = {
      name: 'Huge',
      made_at: '',
      postgres: '18',
      arch: '',
      settings: {},
      database_bytes: 2 ** 52,
    }
    yield { section: 'about' as const, value: facts }
    yield { section: 'database' as const, kind: 'folder' as const, path: 'base' }
  }
  expect(await tooLarge(Readable.from(portableFile(hugeProject())))).toEqual(needs)
  const changed = Buffer.from(file)
  changed[Math.floor(file.length / 2)]! ^= 1
  expect((await refused(changed)).message).toMatch(/^The file is damaged/)
  async function* cancelled() {
    yield file.subarray(0, 1_000_000)
    throw new Error('aborted')
  }
  await expect(receive(cancelled(), path.join(uploads, 'cancelled'))).rejects.toThrow('aborted')
  expect(await readdir(uploads)).toEqual([])
  const reader = await aMember(target, person, organization.slug, { role_id: 'read_only' })
  expect((await openFile(target.app, reader, organization.slug, file)).statusCode).toBe(403)

  const opened = await openFile(target.app, person, organization.slug, file)
  expect(opened.statusCode).toBe(201)
  const made = opened.json() as CreatedProject
  await reaches(person, made.ref, 'ACTIVE_HEALTHY')
  const params = { ref: made.ref }
  expect(
    (await person.call(runQuery, { params, body: { query: 'select count(*)::int n, max(t) t from kept' } }))
      .body,
  ).toEqual(
    (
      await owner.call(runQuery, {
        params: { ref },
        body: { query: 'select count(*)::int n, max(t) t from kept' },
      })
    ).body,
  )
  expect((await person.call(listSnippets, { params })).body.data).toMatchObject([{ name: 'Daily sums' }])
  expect((await person.call(getDataApiSettings, { params })).body).toMatchObject({
    db_schemas: ['public', 'api'],
    max_rows: 77,
  })
  const files = await storageOf(target, person, made.ref)
  const read = await files.filesOf(bucket).download('a/large.bin')
  expect(Buffer.from(await read.data!.arrayBuffer()).equals(FILE)).toBe(true)
  expect(await (await files.filesOf(bucket).download('later.txt')).data!.text()).toBe('hello')
  // Its keys are its own, and nothing is left of the upload.
  const keysOf = async (who: Person, of: string) =>
    (await who.call(listApiKeys, { params: { ref: of } })).body.flatMap(({ api_key }) => api_key ?? [])
  const before = new Set(await keysOf(owner, ref))
  expect(before.size).toBeGreaterThan(1)
  expect((await keysOf(person, made.ref)).filter((key) => before.has(key))).toEqual([])
  await waitFor(async () => (await readdir(uploads)).length === 0)
})
