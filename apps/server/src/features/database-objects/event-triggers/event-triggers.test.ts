import { EVENT_TAGS, eventTags } from '@basalt/contract/database-objects/event-triggers/event-tags.rules.ts'
import {
  listEventTriggers,
  readEventTrigger,
} from '@basalt/contract/database-objects/event-triggers/event-triggers.endpoints.ts'
import type { EventTriggerDraft } from '@basalt/contract/database-objects/event-triggers/event-triggers.schema.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { beforeEach, expect, test } from 'vitest'
import { ODD_NAMES, objectProject, quoted } from '../object-project.fixture.ts'

/** `shop.note` keeps the command in `shop.noted`; `shop.refuse` refuses it. */
const project = objectProject()
beforeEach(() =>
  project.sql(`
    do $$ declare found text; begin
      for found in select evtname from pg_event_trigger where evtname !~ '^basalt_' loop
        perform basalt.drop_event_trigger(found); end loop; end $$;
    drop schema if exists shop cascade; create schema shop;
    create table shop.noted (tag text);
    create function shop.note() returns event_trigger language plpgsql as 'begin insert into shop.noted values (tg_tag); end';
    create function shop.refuse() returns event_trigger language plpgsql as $$ begin raise 'not today'; end $$`),
)
const { apply, ask, plan, well } = project

const draft = (more: Partial<EventTriggerDraft> = {}): EventTriggerDraft => ({
  name: 'noting',
  comment: null,
  event: 'ddl_command_end',
  tags: [],
  function: { schema: 'shop', name: 'note' },
  enabled: 'origin',
  ...more,
})
const create = (more?: Partial<EventTriggerDraft>): ObjectChange => ({
  object: 'event_trigger',
  action: 'create',
  draft: draft(more),
})
const read = (id: number) => project.read(readEventTrigger, id)
const created = async (more?: Partial<EventTriggerDraft>) => {
  const { status, body } = await apply(create(more))
  expect([status, body]).toMatchObject([200, { id: expect.any(Number) }])
  return read(body.id!)
}
const edit = async (id: number, more: Partial<EventTriggerDraft>): Promise<ObjectChange> => {
  const { fingerprint, draft: now } = await read(id)
  return { object: 'event_trigger', action: 'edit', id, fingerprint, draft: { ...now, ...more } }
}
const edited = async (id: number, more: Partial<EventTriggerDraft>) => {
  const { status, body } = await apply(await edit(id, more))
  expect([status, body]).toMatchObject([200, { id: expect.any(Number) }])
  return read(body.id!)
}
const dropped = async (id: number) => {
  const { fingerprint } = await read(id)
  return apply({ object: 'event_trigger', action: 'drop', id, fingerprint, cascade: false })
}
const list = (query: object = {}) => well(listEventTriggers, { query })
/** The commands that were noted since the last call. */
const noted = async () =>
  (await project.sql('with gone as (delete from shop.noted returning tag) select tag from gone')).map(
    ({ tag }) => tag,
  )
const platformId = async (name: string) =>
  (await list({ platform: 'true', search: name })).objects.find((found) => found.name === name)!.id

test.each(ODD_NAMES)(
  'an event trigger and a function named %j are created, fire, are read back, edited, duplicated and dropped',
  async (name) => {
    await project.sql(`create schema ${quoted(name)}; create function ${quoted(name)}.${quoted(name)}()
      returns event_trigger language plpgsql as 'begin insert into shop.noted values (tg_tag); end'`)
    const wanted = draft({
      name,
      comment: name,
      tags: ['CREATE TABLE', 'DROP TABLE'],
      function: { schema: name, name },
    })
    const found = await created(wanted)
    expect(found).toMatchObject({ owner: 'postgres', is_owned: true, is_protected: false, draft: wanted })
    await project.sql('create table shop.a (id int); create view shop.v as select 1; drop table shop.a')
    expect(await noted()).toEqual(['CREATE TABLE', 'DROP TABLE'])
    expect((await list({ search: name })).objects).toMatchObject([{ id: found.id, name, enabled: 'origin' }])

    const renamed = await edited(found.id, { name: 'renamed', comment: null, enabled: 'disabled' })
    expect(renamed.id).toBe(found.id)
    expect(renamed.draft).toEqual({ ...wanted, name: 'renamed', comment: null, enabled: 'disabled' })
    await project.sql('create table shop.b (id int)')
    expect(await noted()).toEqual([])

    const copy = await created({ ...renamed.draft, name, enabled: 'origin' })
    await project.sql('create table shop.c (id int)')
    expect(await noted()).toEqual(['CREATE TABLE'])
    expect((await dropped(copy.id)).status).toBe(200)
    expect((await dropped(found.id)).body.id).toBeNull()
    await project.sql('create table shop.d (id int)')
    expect(await noted()).toEqual([])
    expect(
      (await ask(readEventTrigger, { params: { ref: project.ref, oid: String(found.id) } })).status,
    ).toBe(404)
    await project.sql(`drop schema ${quoted(name)} cascade`)
  },
)

test('each event fires, and another event, function or command takes its place in one transaction', async () => {
  const { id, draft: first } = await created({
    event: 'ddl_command_start',
    function: { schema: 'shop', name: 'refuse' },
  })
  await expect(project.sql('create table shop.a (id int)')).rejects.toThrow('not today')
  const planned = await plan(
    await edit(id, { event: 'sql_drop', function: { schema: 'shop', name: 'note' } }),
  )
  expect(planned.statements.map(({ sql }) => sql)).toEqual([
    'drop event trigger "noting"',
    'create event trigger "noting"\n  on sql_drop\n  execute function "shop"."note"()',
  ])
  const second = await edited(id, { event: 'sql_drop', function: { schema: 'shop', name: 'note' } })
  expect(second.draft).toEqual({ ...first, event: 'sql_drop', function: { schema: 'shop', name: 'note' } })
  await project.sql('create table shop.a (id int); drop table shop.a')
  expect(await noted()).toEqual(['DROP TABLE'])
  await edited(second.id, { event: 'table_rewrite', tags: ['ALTER TABLE'] })
  await project.sql('create table shop.b (id int); alter table shop.b alter id type bigint')
  expect(await noted()).toEqual(['ALTER TABLE'])
})

test.each([
  ['origin', 'origin', true],
  ['origin', 'replica', false],
  ['replica', 'origin', false],
  ['replica', 'replica', true],
  ['always', 'replica', true],
  ['disabled', 'origin', false],
] as const)(
  'one that is enabled as %s in a session of the role %s fires: %s',
  async (enabled, role, fires) => {
    const { draft: now } = await created({ enabled, tags: ['CREATE VIEW'] })
    expect(now.enabled).toBe(enabled)
    await project.sql(`set session_replication_role = ${role}; create view shop.v as select 1`)
    expect(await noted()).toEqual(fires ? ['CREATE VIEW'] : [])
  },
)

test('those of the platform are listed when asked for, and nobody can change, drop, rename or copy them', async () => {
  await created()
  expect((await list()).objects.map(({ name }) => name)).toEqual(['noting'])
  const { objects } = await list({ platform: 'true', sort: 'event' })
  const own = objects.filter(({ is_protected }) => is_protected)
  expect(own.map(({ name }) => name)).toContain('basalt_announce_drop')
  const id = await platformId('basalt_announce_drop')
  const { refusals, is_owned, fingerprint, draft: now } = await read(id)
  expect(is_owned).toBe(false)
  expect(Object.values(refusals)).toEqual(Array(3).fill(expect.stringContaining('platform relies on')))
  const changes: ObjectChange[] = [
    { object: 'event_trigger', action: 'drop', id, fingerprint, cascade: true },
    { object: 'event_trigger', action: 'edit', id, fingerprint, draft: { ...now, enabled: 'disabled' } },
    { object: 'event_trigger', action: 'edit', id, fingerprint, draft: { ...now, name: 'mine' } },
  ]
  for (const change of changes) expect((await apply(change)).body.code).toBe('validation_failed')
  // Nor by SQL, past the forms.
  for (const call of [
    "drop_event_trigger('basalt_announce_drop')",
    "drop_event_trigger('basalt_announce_drop', if_exists => true)",
    "rename_event_trigger('basalt_announce_drop', 'mine')",
    "alter_event_trigger('basalt_announce_drop', 'disable')",
    "comment_on_event_trigger('basalt_announce_drop', 'mine')",
  ])
    await expect(project.sql(`select basalt.${call}`), call).rejects.toThrow('must be owner of event trigger')
  await expect(
    project.sql("select basalt.create_event_trigger('mine', 'sql_drop', 'basalt.announce_drop')"),
  ).rejects.toThrow('must be owner of function')
  await expect(project.sql("select basalt.rename_event_trigger('noting', 'basalt_mine')")).rejects.toThrow(
    'is reserved',
  )
  expect((await list({ platform: 'true' })).count).toBe(own.length + 1)
})

test('it belongs to the owner of its function, also when a longer name is cut to it', async () => {
  const name = 'n'.repeat(63)
  const { id } = await created({ name })
  await project.sql(`
    create role other_owner; grant other_owner to postgres with inherit false, set true;
    grant create, usage on schema shop to other_owner; alter function shop.note() owner to other_owner`)
  const { owner, is_owned, fingerprint } = await read(id)
  expect([owner, is_owned]).toEqual(['other_owner', false])
  const drop: ObjectChange = { object: 'event_trigger', action: 'drop', id, fingerprint, cascade: false }
  expect((await apply(drop)).body.message).toMatch(/must be owner of event trigger/i)
  await expect(project.sql(`select basalt.drop_event_trigger('${name}longer')`)).rejects.toThrow(
    'must be owner',
  )
  expect((await apply(create({ name: 'second' }))).body).toMatchObject({
    details: { issues: [{ path: 'function' }] },
  })
  await project.sql('grant other_owner to postgres with inherit true')
  expect((await apply(drop)).status).toBe(200)
  await project.sql('drop schema shop cascade; drop role other_owner')
})

test.each<[string, Partial<EventTriggerDraft>, string]>([
  ['without a name', { name: ' ' }, 'name'],
  ['with a long name', { name: 'ü'.repeat(32) }, 'name'],
  ['with a name of the platform', { name: 'basalt_mine' }, 'name'],
  ['on login', { event: 'login' }, 'event'],
  ['without a function', { function: { schema: 'shop', name: '' } }, 'function'],
  ['with a function that does not exist', { function: { schema: 'shop', name: 'none' } }, 'function'],
  [
    'with a function that returns something else',
    { function: { schema: 'shop', name: 'other' } },
    'function',
  ],
  ['with an unknown command', { tags: ['CREATE NONSENSE'] }, 'tags'],
  ['with a command that fires no event trigger', { tags: ['CREATE DATABASE'] }, 'tags'],
  ['with a command twice', { tags: ['COMMENT', 'COMMENT'] }, 'tags'],
  ['with a taken name', { name: 'taken' }, 'name'],
])('one %s is refused at its field, and nothing is left', async (_what, more, path) => {
  await created({ name: 'taken' })
  await project.sql('create function shop.other() returns int language sql return 1')
  const { status, body } = await apply(create(more))
  expect([status, body.details?.issues?.map((issue) => issue.path)]).toEqual([400, [path]])
  expect((await list()).count).toBe(1)
})

test('a change of one that has changed since, and one of a reader, are refused', async () => {
  const { id } = await created()
  const late = await edit(id, { enabled: 'disabled' })
  await project.sql("select basalt.alter_event_trigger('noting', 'enable always')")
  expect((await apply(late)).status).toBe(409)
  expect((await apply(await edit(id, { enabled: 'disabled' }), project.reader)).status).toBe(403)
  expect((await ask(listEventTriggers, { query: {} }, project.reader)).body.count).toBe(1)
})

test('the SQL editor changes event triggers as PostgreSQL writes it', async () => {
  const { id } = await created({ name: 'Odd "one"' })
  await well(runQuery, {
    body: {
      query: `alter event trigger "Odd ""one""" disable; comment on event trigger "Odd ""one""" is 'it''s said';
        alter event trigger "Odd ""one""" rename to calm`,
    },
  })
  expect((await read(id)).draft).toMatchObject({ name: 'calm', enabled: 'disabled', comment: "it's said" })
  const { body } = await ask(runQuery, { body: { query: 'drop event trigger basalt_announce_ddl' } })
  expect(body.message).toMatch(/must be owner of event trigger/i)
})

test('PostgreSQL takes each command that is offered', async () => {
  const tags = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(', ')}]`
  await project.sql(`
    select basalt.create_event_trigger('all', 'ddl_command_start', 'shop.note', ${tags(EVENT_TAGS)});
    select basalt.create_event_trigger('rewriting', 'table_rewrite', 'shop.note', ${tags(eventTags('table_rewrite'))})`)
})
