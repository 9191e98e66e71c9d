import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import {
  listDatabaseTriggers,
  readDatabaseTrigger,
} from '@basalt/contract/database-objects/triggers/triggers.endpoints.ts'
import type { TriggerDraft } from '@basalt/contract/database-objects/triggers/triggers.schema.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../test/people.ts'
import { ODD_NAMES, objectProject } from '../object-project.fixture.ts'

const project = objectProject()
beforeEach(() =>
  project.sql(`
    drop schema if exists shop cascade; create schema shop;
    create table shop.orders (id int, total int, "Odd ""one" text);
    create function shop.log() returns trigger language plpgsql as 'begin return new; end';
    create trigger logged after update of total, "Odd ""one" on shop.orders for each row
      when (old.total is distinct from new.total) execute function shop.log('a', '', 'it''s');
    comment on trigger logged on shop.orders is 'keeps a log'`),
)

const { apply, ask, plan } = project
const list = async (query: object) => (await ask(listDatabaseTriggers, { query })).body
const read = (oid: number, person?: Person) => project.read(readDatabaseTrigger, oid, person)
const readNamed = async (name: string) =>
  read(
    Number((await project.sql('select oid::int8::text from pg_trigger where tgname = $1', [name]))[0]!.oid),
  )

const draft = (more: Partial<TriggerDraft> = {}): TriggerDraft => ({
  schema: 'shop',
  table: 'orders',
  name: 'stamped',
  comment: null,
  timing: 'before',
  events: ['insert', 'update'],
  columns: [],
  level: 'row',
  when: null,
  old_table: null,
  new_table: null,
  function: { schema: 'shop', name: 'log' },
  arguments: [],
  enabled: 'origin',
  constraint: null,
  ...more,
})
const create = (more?: Partial<TriggerDraft>): ObjectChange => ({
  object: 'trigger',
  action: 'create',
  draft: draft(more),
})

test('triggers are listed with their table and function, and described as a form has them', async () => {
  await project.sql('create table shop.lines (id int primary key references shop.lines)')
  const { objects, count } = await list({ schema: 'shop', sort: 'table' })
  // Triggers that enforce foreign keys are PostgreSQL's own.
  expect(count).toBe(1)
  expect(objects).toMatchObject([
    {
      name: 'logged',
      table: { name: 'orders' },
      timing: 'after',
      events: ['update'],
      level: 'row',
      function: { schema: 'shop', name: 'log' },
      enabled: 'origin',
      comment: 'keeps a log',
    },
  ])
  expect((await list({ schema: 'shop', search: 'ORDER' })).count).toBe(1)
  expect(await read(objects[0]!.id)).toMatchObject({
    owner: 'postgres',
    is_owned: true,
    draft: draft({
      name: 'logged',
      comment: 'keeps a log',
      timing: 'after',
      events: ['update'],
      columns: ['total', 'Odd "one'],
      when: '(old.total IS DISTINCT FROM new.total)',
      arguments: ['a', '', "it's"],
    }),
  })
})

test.each(ODD_NAMES)(
  'a trigger named %j is created, read back, edited, duplicated and dropped',
  async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await project.sql(`create schema if not exists ${quoted}; create table ${quoted}.${quoted} (${quoted} int);
    create function ${quoted}.${quoted}() returns trigger language plpgsql as 'begin return null; end'`)
    const wanted = draft({
      schema: name,
      table: name,
      name,
      comment: name,
      columns: [name],
      function: { schema: name, name },
      arguments: [name],
      enabled: 'always',
      when: `new.${quoted} is null`,
    })
    const { status, body } = await apply({ object: 'trigger', action: 'create', draft: wanted })
    expect([status, body]).toMatchObject([200, { id: expect.any(Number) }])
    const found = await read(body.id!)
    expect(found.draft).toEqual({ ...wanted, when: expect.stringContaining('IS NULL') })

    const edited: TriggerDraft = {
      ...found.draft,
      name: 'renamed',
      comment: null,
      columns: [],
      events: ['insert'],
      enabled: 'disabled',
    }
    const { id, fingerprint } = found
    expect(await apply({ object: 'trigger', action: 'edit', id, fingerprint, draft: edited })).toMatchObject({
      status: 200,
      body: { id },
    })
    const after = await read(id)
    expect(after.draft).toEqual(edited)
    const copied = await apply({
      object: 'trigger',
      action: 'create',
      draft: { ...after.draft, name, enabled: 'origin' },
    })
    expect((await read(copied.body.id!)).draft).toEqual({ ...edited, name, enabled: 'origin' })
    // The copy keeps the row out, and the disabled one does nothing.
    await project.sql(`insert into ${quoted}.${quoted} values (null), (1)`)
    expect(await project.sql(`select count(*)::int from ${quoted}.${quoted}`)).toEqual([{ count: 1 }])

    const drop: ObjectChange = {
      object: 'trigger',
      action: 'drop',
      id,
      fingerprint: after.fingerprint,
      cascade: false,
    }
    expect(await apply(drop)).toMatchObject({ status: 200, body: { id: null } })
    expect(
      (await ask(readDatabaseTrigger, { params: { ref: project.ref, oid: String(id) } })).body.code,
    ).toBe('not_found')
    await project.sql(`drop schema ${quoted} cascade`)
  },
)

test('a constraint trigger is read, and an edit of it creates it again', async () => {
  const constraint = { deferrable: true, initially_deferred: true, from: null }
  const { body } = await apply(create({ timing: 'after', constraint, comment: 'late' }))
  const found = await read(body.id!)
  expect(found.draft.constraint).toEqual(constraint)
  const change = { object: 'trigger', action: 'edit', id: found.id, fingerprint: found.fingerprint } as const
  const changed = { ...found.draft, constraint: { ...constraint, initially_deferred: false } }
  expect((await plan({ ...change, draft: changed })).statements[0]!.sql).toContain('drop trigger')
  const saved = await apply({ ...change, draft: changed })
  expect((await read(saved.body.id!)).draft).toEqual(changed)
})

test('the trigger of a partition is that of its table', async () => {
  await project.sql(`
    create table shop.parts (id int) partition by range (id);
    create table shop.part_1 partition of shop.parts for values from (0) to (10);
    create trigger of_parts after insert on shop.parts for each row execute function shop.log()`)
  const { objects } = await list({ schema: 'shop', search: 'part_1' })
  const { id, fingerprint, refusals } = await read(objects[0]!.id)
  expect(refusals.edit).toContain('shop.parts')
  const refused = await apply({ object: 'trigger', action: 'drop', id, fingerprint, cascade: false })
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('Change that one')])
})

test.each<[title: string, more: Partial<TriggerDraft>, path: string, message: RegExp]>([
  ['no function', { function: { schema: 'shop', name: '' } }, 'function', /Choose the function/],
  [
    'a function that does not exist',
    { function: { schema: 'shop', name: 'gone' } },
    'function',
    /does not exist/,
  ],
  [
    'a function of another kind',
    { function: { schema: 'pg_catalog', name: 'now' } },
    'function',
    /must return type trigger/,
  ],
  ['a table that does not exist', { table: 'gone' }, 'table', /does not exist/],
  ['a column that does not exist', { columns: ['gone'] }, 'columns', /does not exist/],
  ['a condition that does not parse', { when: 'new.gone = 1' }, 'when', /does not exist/],
  ['a name that is taken', { name: 'logged' }, 'name', /already exists/],
])('%s is told at its field', async (_title, more, path, message) => {
  const refused = await apply(create(more))
  expect(refused.status).toBe(400)
  expect(refused.body.details?.issues?.[0]).toEqual({ path, message: expect.stringMatching(message) })
})

test('a read-only member reads triggers and plans, and cannot change them', async () => {
  const { id, fingerprint, is_owned } = await read((await readNamed('logged')).id, project.reader)
  expect(is_owned).toBe(false)
  const change = { object: 'trigger', action: 'drop', id, fingerprint, cascade: false } as const
  expect((await plan(change, project.reader)).statements).toHaveLength(1)
  expect((await apply(change, project.reader)).status).toBe(403)
})

test('a trigger is added to a table of the platform, and dropped again', async () => {
  const { body } = await apply(create({ schema: 'storage', table: 'objects' }))
  const { id, fingerprint, refusals, is_owned } = await read(body.id!)
  expect([refusals.drop, is_owned]).toEqual([null, true])
  expect((await apply({ object: 'trigger', action: 'drop', id, fingerprint, cascade: false })).status).toBe(
    200,
  )
})
