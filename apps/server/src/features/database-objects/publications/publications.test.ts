import { planObjectChange } from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import {
  listDatabasePublications,
  readPublication,
} from '@basalt/contract/database-objects/publications/publications.endpoints.ts'
import type { PublicationDraft } from '@basalt/contract/database-objects/publications/publications.schema.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ODD_NAMES, objectProject } from '../object-project.fixture.ts'

const project = objectProject()
beforeEach(() =>
  project.sql(`
    do $$ declare name text; begin
      for name in select pubname from pg_publication loop perform basalt.drop_publication(name); end loop; end $$;
    drop schema if exists shop cascade; create schema shop;
    create table shop.shirts (id int primary key, name text, price numeric);
    create table shop.hats (id int primary key)`),
)

const { apply, ask } = project
const list = async (query: object = {}) => (await ask(listDatabasePublications, { query })).body
const read = (id: number) => project.read(readPublication, id)

const table = (name: string, more: object = {}) => ({
  schema: 'shop',
  name,
  columns: null,
  where: null,
  ...more,
})
const draft = (more: Partial<PublicationDraft> = {}): PublicationDraft => ({
  name: 'news',
  comment: null,
  publishes: { insert: true, update: true, delete: true, truncate: true },
  via_root: false,
  generated_columns: false,
  is_for_all_tables: false,
  tables: [],
  schemas: [],
  ...more,
})
const create = (more?: Partial<PublicationDraft>): ObjectChange => ({
  object: 'publication',
  action: 'create',
  draft: draft(more),
})
const created = async (more?: Partial<PublicationDraft>) => {
  const { status, body } = await apply(create(more))
  expect([status, body]).toMatchObject([200, { id: expect.any(Number) }])
  return read(body.id!)
}
const edit = async (id: number, more: Partial<PublicationDraft>): Promise<ObjectChange> => {
  const { fingerprint, draft: now } = await read(id)
  return { object: 'publication', action: 'edit', id, fingerprint, draft: { ...now, ...more } }
}
const drop = async (id: number): Promise<ObjectChange> => {
  const { fingerprint } = await read(id)
  return { object: 'publication', action: 'drop', id, fingerprint, cascade: false }
}

test.each(ODD_NAMES)(
  'a publication, a table and a column named %j are created, read back, edited, duplicated and dropped',
  async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await project.sql(`create table shop.${quoted} (id int primary key, ${quoted} text)`)
    const wanted = draft({
      name,
      comment: name,
      publishes: { insert: true, update: false, delete: false, truncate: false },
      tables: [table(name, { columns: ['id', name], where: '(id > 5)' })],
    })
    const found = await created(wanted)
    expect(found.draft).toEqual(wanted)
    expect((await list({ search: name })).objects).toMatchObject([
      { id: found.id, name, table_count: 1, schema_count: 0, is_for_all_tables: false },
    ])
    const edited = {
      ...wanted,
      name: 'renamed',
      comment: null,
      publishes: { insert: true, update: true, delete: true, truncate: false },
      via_root: true,
      tables: [table('shirts', { where: '(id > 1)' }), table(name)].toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      ),
    }
    expect(await apply(await edit(found.id, edited))).toMatchObject({ status: 200, body: { id: found.id } })
    const after = await read(found.id)
    expect({ ...after.draft, tables: new Set(after.draft.tables) }).toEqual({
      ...edited,
      tables: new Set(edited.tables),
    })
    const copy = await created({ ...after.draft, name })
    expect(copy.draft).toEqual({ ...after.draft, name })
    expect(await apply(await drop(found.id))).toMatchObject({ status: 200, body: { id: null } })
    expect((await list()).objects).toMatchObject([{ name }])
  },
)

test('an edit leaves tables alone that stay as they are', async () => {
  const { id, fingerprint, draft: now } = await created({ tables: [table('hats'), table('shirts')] })
  const { body } = await ask(planObjectChange, {
    body: {
      object: 'publication',
      action: 'edit',
      id,
      fingerprint,
      draft: { ...now, tables: [table('hats'), table('shirts', { columns: ['id'] })] },
    },
  })
  expect(body.statements.map(({ sql }) => sql)).toEqual([
    'alter publication "news" drop table "shop"."shirts"',
    'alter publication "news" add table "shop"."shirts" ("id")',
  ])
})

test('a publication of all tables is made and dropped by the platform, and not edited', async () => {
  const found = await created({ is_for_all_tables: true })
  expect(found).toMatchObject({ owner: 'basalt_admin', is_owned: true, draft: { is_for_all_tables: true } })
  expect(found.refusals).toMatchObject({
    edit: expect.stringContaining('superuser'),
    drop: null,
    duplicate: null,
  })
  const refused = await apply(await edit(found.id, { name: 'other' }))
  expect(refused.body.message).toContain('superuser')
  expect((await apply(await drop(found.id))).status).toBe(200)
  expect((await list()).count).toBe(0)
})

test('the publication that Realtime reads is a publication as any other', async () => {
  const found = await created({ name: 'supabase_realtime', tables: [table('shirts')] })
  expect((await apply(await edit(found.id, { tables: [] }))).status).toBe(200)
  expect((await list()).objects).toMatchObject([{ name: 'supabase_realtime', table_count: 0 }])
})

describe('what is wrong is told at its field', () => {
  const cases: [title: string, more: Partial<PublicationDraft>, path: string, message: RegExp][] = [
    ['no name', { name: '' }, 'name', /Name the publication/],
    ['a long name', { name: 'ü'.repeat(32) }, 'name', /64 bytes/],
    ['a table twice', { tables: [table('hats'), table('hats')] }, 'tables.1', /already/],
    ['no table chosen', { tables: [table('')] }, 'tables.0', /Choose a table/],
    ['no columns', { tables: [table('hats', { columns: [] })] }, 'tables.0', /at least one column/],
    [
      'two statements',
      { tables: [table('hats', { where: 'true; drop table shop.hats' })] },
      'tables.0',
      /semicolon/,
    ],
    ['a table that does not exist', { tables: [table('nothing')] }, 'tables.0', /does not exist/],
    ['a whole schema', { schemas: ['shop'] }, 'schemas', /superuser/],
    [
      'all tables and one',
      { is_for_all_tables: true, tables: [table('hats')] },
      'is_for_all_tables',
      /all tables already/,
    ],
    [
      'all tables with a comment',
      { is_for_all_tables: true, comment: 'x' },
      'is_for_all_tables',
      /publishes every change/,
    ],
  ]
  test.each(cases)('%s', async (_title, more, path, message) => {
    const refused = await apply(create(more))
    expect([refused.status, refused.body.details?.issues?.[0]]).toEqual([
      400,
      { path, message: expect.stringMatching(message) },
    ])
    expect((await list()).count).toBe(0)
  })
})

test('a name that is taken is told', async () => {
  await created()
  const refused = await apply(create())
  expect(refused.body.message).toMatch(/already exists/)
})

test('a read-only member reads publications and cannot change them', async () => {
  const { id } = await created()
  expect((await ask(listDatabasePublications, { query: {} }, project.reader)).body.count).toBe(1)
  expect((await apply(await drop(id), project.reader)).status).toBe(403)
})

test('a publication of another role stays, also when a longer name is cut to it', async () => {
  const name = 'n'.repeat(63)
  await project.sql(`
    create publication ${name}; create role other_publisher; grant other_publisher to postgres with inherit false, set true;
    do $$ begin execute format('grant create on database %I to other_publisher', current_database()); end $$;
    alter publication ${name} owner to other_publisher`)
  for (const written of [name, `${name}longer`])
    await expect(project.sql(`select basalt.drop_publication('${written}')`)).rejects.toThrow('must be owner')
  expect((await list()).count).toBe(1)
  await project.sql(`
    grant other_publisher to postgres with inherit true; select basalt.drop_publication('${name}');
    drop owned by other_publisher; drop role other_publisher`)
  expect((await list()).count).toBe(0)
})
