import {
  listAvailableExtensions,
  readExtension,
} from '@basalt/contract/database-objects/extensions/extensions.endpoints.ts'
import { UNAVAILABLE_EXTENSIONS } from '@basalt/contract/database-objects/extensions/unavailable-extensions.rules.ts'
import { planObjectChange } from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { describe, expect, test } from 'vitest'
import { objectProject } from '../object-project.fixture.ts'

const project = objectProject('create schema "odd ""schema"" 🐘."')

const { apply, ask } = project
const list = async () => (await ask(listAvailableExtensions, {})).body
const one = async (name: string) => (await list()).find((each) => each.name === name)!
const read = (id: number) => project.read(readExtension, id)
const enable = (name: string, schema = 'extensions', version: string | null = null): ObjectChange => ({
  object: 'extension',
  action: 'create',
  draft: { name, schema, version },
})
const disable = async (name: string, cascade = false): Promise<ObjectChange> => {
  const id = (await one(name)).id!
  const { fingerprint } = await read(id)
  return { object: 'extension', action: 'drop', id, fingerprint, cascade }
}

test('every extension that is listed can be enabled and disabled', async () => {
  const names = (await list()).filter(({ id }) => id === null).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(35)
  for (const name of names) {
    // One that another requires may be enabled by now.
    if ((await one(name)).id !== null) continue
    const { status, body } = await apply(enable(name))
    expect([name, status, body]).toMatchObject([name, 200, { id: expect.any(Number) }])
  }
  for (const name of names.toReversed()) {
    if ((await one(name)).id === null) continue
    const { status, body } = await apply(await disable(name, true))
    expect([name, status, body]).toMatchObject([name, 200, { id: null }])
  }
})

test('an extension is enabled in a schema with an odd name, updated, and has its version', async () => {
  const available = await one('pg_trgm')
  expect(available).toMatchObject({ id: null, installed_version: null, schema: null, requires: [] })
  expect(available.comment).toContain('text similarity')
  const old = available.versions.find((version) => version !== available.default_version)!
  const { body } = await apply(enable('pg_trgm', 'odd "schema" 🐘.', old))
  const found = await read(body.id!)
  expect(found.draft).toEqual({ name: 'pg_trgm', schema: 'odd "schema" 🐘.', version: old })
  const { fingerprint, id } = found
  const draft = { ...found.draft, version: available.default_version }
  expect((await apply({ object: 'extension', action: 'edit', id, fingerprint, draft })).status).toBe(200)
  expect(await one('pg_trgm')).toMatchObject({
    installed_version: available.default_version,
    schema: 'odd "schema" 🐘.',
  })
  expect((await apply(await disable('pg_trgm'))).status).toBe(200)
})

test('what an extension requires is enabled along', async () => {
  expect((await one('earthdistance')).requires).toEqual(['cube'])
  expect((await apply(enable('earthdistance'))).status).toBe(200)
  expect((await one('cube')).id).not.toBeNull()
  expect((await apply(await disable('cube', true))).status).toBe(200)
  expect((await one('earthdistance')).id).toBeNull()
})

test('what uses an extension is listed before it is disabled, and goes with cascade', async () => {
  await apply(enable('citext'))
  await project.sql(`
    create table users (id int primary key, email extensions.citext);
    create view emails as select email from users;
    create function same(extensions.citext) returns boolean language sql return true`)
  const change = await disable('citext')
  const { body } = await ask(planObjectChange, { body: change })
  expect(body.dependents.toSorted()).toEqual([
    'column email of table users',
    'function same(citext)',
    'view emails',
  ])
  const refused = await apply(change)
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('depend on it')])
  expect((await apply(await disable('citext', true))).status).toBe(200)
  expect(
    await project.sql(`select attname::text from pg_attribute
      where attrelid = 'users'::regclass and attnum > 0 and not attisdropped`),
  ).toEqual([{ attname: 'id' }])
})

describe('what cannot be is refused', () => {
  const cases: [title: string, change: () => Promise<ObjectChange>, message: RegExp][] = [
    ['an extension that is not allowed', async () => enable('file_fdw'), /Permission denied/],
    ['one that does not exist', async () => enable('no"such 🐘'), /Permission denied/],
    ['a schema of the platform', async () => enable('hstore', 'auth'), /managed by the platform/],
    ['a schema that does not exist', async () => enable('hstore', 'nowhere'), /does not exist/],
    ['a version that does not exist', async () => enable('hstore', 'extensions', '99'), /version "99"/],
    ['the language of the platform', () => disable('plpgsql'), /functions of the platform/],
  ]
  test.each(cases)('%s', async (_title, change, message) => {
    const refused = await apply(await change())
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(message)])
  })
})

test('what is said to be unavailable cannot be enabled', async () => {
  const names = new Set((await list()).map(({ name }) => name))
  expect(UNAVAILABLE_EXTENSIONS.filter(({ name }) => names.has(name))).toEqual([])
  const built = new Set(
    (await project.sql('select name from pg_available_extensions')).map(({ name }) => name as string),
  )
  for (const { name, reason } of UNAVAILABLE_EXTENSIONS)
    if (reason.includes('built without')) expect([name, built.has(name)]).toEqual([name, false])
})

test('a read-only member reads extensions and cannot change them', async () => {
  expect((await ask(listAvailableExtensions, {}, project.reader)).body.length).toBeGreaterThan(35)
  expect((await apply(enable('citext'), project.reader)).status).toBe(403)
})
