import {
  listEnumeratedTypes,
  readEnumeratedType,
} from '@basalt/contract/database-objects/enumerated-types/enumerated-types.endpoints.ts'
import type { EnumeratedTypeDraft } from '@basalt/contract/database-objects/enumerated-types/enumerated-types.schema.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/people.ts'
import { ODD_NAMES, objectProject } from '../object-project.fixture.ts'

const project = objectProject()
beforeEach(() =>
  project.sql(`
    drop schema if exists shop cascade; create schema shop;
    drop schema if exists other cascade; create schema other;
    create type shop.size as enum ('s', 'm', 'l');
    comment on type shop.size is 'of a shirt';
    create table shop.shirts (id int primary key, size shop.size default 'm', others shop.size[]);
    create domain shop.small as shop.size check (value <> 'l');
    create function shop.price(shop.size) returns int language sql return 1`),
)

const { apply, ask, plan } = project
const list = async (query: object) => {
  const { status, body } = await ask(listEnumeratedTypes, { query })
  expect([status, body]).toMatchObject([200, {}])
  return body
}
const idOf = async (type: string) =>
  Number((await project.sql('select $1::regtype::oid::int8::text as oid', [type]))[0]!.oid)
const read = (oid: number, person?: Person) => project.read(readEnumeratedType, oid, person)

const draft = (more: Partial<EnumeratedTypeDraft> = {}): EnumeratedTypeDraft => ({
  schema: 'shop',
  name: 'colour',
  comment: null,
  values: ['red', 'green'].map((value) => ({ was: null, value })),
  ...more,
})
const create = (more?: Partial<EnumeratedTypeDraft>): ObjectChange => ({
  object: 'enumerated_type',
  action: 'create',
  draft: draft(more),
})
/** A change of `shop.size` as it is now. */
const edit = async (
  change: (now: EnumeratedTypeDraft) => Partial<EnumeratedTypeDraft>,
): Promise<ObjectChange> => {
  const { id, fingerprint, draft: now } = await read(await idOf('shop.size'))
  return { object: 'enumerated_type', action: 'edit', id, fingerprint, draft: { ...now, ...change(now) } }
}
const added = (value: string) => ({ was: null, value })
const valuesOf = async (id: number) => (await read(id)).draft.values.map(({ value }) => value)

test('types are listed with their first values, and described with the columns that have them', async () => {
  await project.sql(
    `create type shop."Many" as enum (${Array.from({ length: 30 }, (_, n) => `'v${n}'`).join(', ')})`,
  )
  const { objects, count, next_cursor } = await list({ schema: 'shop' })
  expect([count, next_cursor]).toEqual([2, null])
  expect(objects).toMatchObject([
    { name: 'Many', comment: null, value_count: 30, values: Array.from({ length: 12 }, (_, n) => `v${n}`) },
    { name: 'size', comment: 'of a shirt', value_count: 3, values: ['s', 'm', 'l'] },
  ])
  expect(await read(objects[1]!.id)).toMatchObject({
    owner: 'postgres',
    is_owned: true,
    extension: null,
    draft: {
      schema: 'shop',
      name: 'size',
      comment: 'of a shirt',
      values: [
        { was: 's', value: 's' },
        { was: 'm', value: 'm' },
        { was: 'l', value: 'l' },
      ],
    },
    columns: [
      { schema: 'shop', table: 'shirts', column: 'size' },
      { schema: 'shop', table: 'shirts', column: 'others' },
    ],
    has_more_columns: false,
  })
})

test.each(ODD_NAMES)(
  'a type named %j is created, read back, edited, duplicated and dropped',
  async (name) => {
    await project.sql(`create schema if not exists "${name.replaceAll('"', '""')}"`)
    const wanted = draft({ schema: name, name, comment: name, values: [added(name), added('b')] })
    const { status, body } = await apply({ object: 'enumerated_type', action: 'create', draft: wanted })
    expect([status, body]).toMatchObject([200, { id: expect.any(Number) }])
    const id = body.id!
    const found = await read(id)
    expect(found.draft).toEqual({
      ...wanted,
      values: wanted.values.map(({ value }) => ({ was: value, value })),
    })
    expect((await list({ schema: name, search: name })).objects).toMatchObject([{ id, name, comment: name }])

    const edited = {
      ...found.draft,
      name: 'renamed',
      schema: 'shop',
      comment: null,
      values: [added('first'), { was: name, value: 'b' }, added('between'), { was: 'b', value: name }],
    }
    const { fingerprint } = found
    expect(
      await apply({ object: 'enumerated_type', action: 'edit', id, fingerprint, draft: edited }),
    ).toMatchObject({ status: 200, body: { id } })
    const after = await read(id)
    expect(after.draft).toEqual({
      ...edited,
      values: edited.values.map(({ value }) => ({ was: value, value })),
    })

    const copy = { ...after.draft, name, values: after.draft.values.map(({ value }) => added(value)) }
    const copied = await apply({ object: 'enumerated_type', action: 'create', draft: copy })
    expect(await valuesOf(copied.body.id!)).toEqual(['first', 'b', 'between', name])

    const dropped = await apply({
      object: 'enumerated_type',
      action: 'drop',
      id,
      fingerprint: after.fingerprint,
      cascade: false,
    })
    expect(dropped).toMatchObject({ status: 200, body: { id: null } })
    const gone = await ask(readEnumeratedType, { params: { ref: project.ref, oid: String(id) } })
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found'])
    await project.sql(`drop schema "${name.replaceAll('"', '""')}" cascade`)
  },
)

test('the SQL that is shown is the SQL that makes the type', async () => {
  const planned = await plan(create({ comment: "it's" }))
  expect(planned.problems).toEqual([])
  for (const { sql } of planned.statements) await project.sql(sql)
  expect((await read(await idOf('shop.colour'))).draft).toMatchObject({
    comment: "it's",
    values: [{ value: 'red' }, { value: 'green' }],
  })
})

test('rows keep their values when these are renamed and others are added', async () => {
  await project.sql("insert into shop.shirts values (1, 's', '{m,l}')")
  const change = await edit(() => ({
    values: [{ was: 's', value: 'm' }, { was: 'm', value: 's' }, added('ml'), { was: 'l', value: 'l' }],
  }))
  expect((await apply(change)).status).toBe(200)
  expect(await project.sql('select size, others::text from shop.shirts')).toEqual([
    { size: 'm', others: '{s,l}' },
  ])
  expect(await valuesOf(await idOf('shop.size'))).toEqual(['m', 's', 'ml', 'l'])
})

test('a drop lists what goes with it, and is refused without cascade', async () => {
  const { id, fingerprint } = await read(await idOf('shop.size'))
  const drop = (cascade: boolean): ObjectChange => ({
    object: 'enumerated_type',
    action: 'drop',
    id,
    fingerprint,
    cascade,
  })
  const { dependents, statements } = await plan(drop(true))
  expect(dependents.toSorted()).toEqual([
    'column others of table shop.shirts',
    'column size of table shop.shirts',
    'default value for column size of table shop.shirts',
    'function shop.price(shop.size)',
    'type shop.small',
  ])
  expect(statements.map(({ sql }) => sql)).toEqual(['drop type "shop"."size" cascade'])
  const refused = await apply(drop(false))
  expect([refused.status, refused.body.code]).toEqual([400, 'sql_failed'])
  expect(refused.body.message).toContain('other objects depend on it')
  expect(await apply(drop(true))).toMatchObject({ status: 200, body: { id: null } })
  expect(
    await project.sql(`select attname::text from pg_attribute
      where attrelid = 'shop.shirts'::regclass and attnum > 0 and not attisdropped`),
  ).toEqual([{ attname: 'id' }])
})

describe('what is wrong is told at its field', () => {
  const cases: [title: string, change: () => Promise<ObjectChange>, path: string, message: RegExp][] = [
    ['no name', async () => create({ name: '' }), 'name', /Name the type/],
    ['a long name', async () => create({ name: 'ü'.repeat(32) }), 'name', /64 bytes/],
    ['no values', async () => create({ values: [] }), 'values', /at least one/],
    ['an empty value', async () => create({ values: [added('')] }), 'values.0', /Enter a value/],
    ['a value twice', async () => create({ values: [added('a'), added('a')] }), 'values.1', /already/],
    ['a long value', async () => create({ values: [added('x'.repeat(64))] }), 'values.0', /64 bytes/],
    ['a protected schema', async () => create({ schema: 'auth' }), 'schema', /can only be read/],
    [
      'a value that is removed',
      () => edit(({ values }) => ({ values: values.slice(1) })),
      'values',
      /cannot remove/,
    ],
    [
      'values in another order',
      () => edit(({ values }) => ({ values: values.toReversed() })),
      'values',
      /cannot reorder/,
    ],
    [
      'a value that is renamed to another',
      () => edit(({ values }) => ({ values: [{ was: 's', value: 'm' }, ...values.slice(1)] })),
      'values.1',
      /already/,
    ],
    ['a move to a protected schema', () => edit(() => ({ schema: 'storage' })), 'schema', /can only be read/],
    ['a name that is taken', async () => create({ name: 'size' }), 'name', /already exists/],
    ['a new name that is taken', () => edit(() => ({ name: 'shirts' })), 'name', /already exists/],
    ['a schema that does not exist', async () => create({ schema: 'nowhere' }), 'schema', /does not exist/],
  ]
  test.each(cases)('%s', async (_title, change, path, message) => {
    const refused = await apply(await change())
    expect(refused.status).toBe(400)
    expect(refused.body.details?.issues?.[0]).toEqual({ path, message: expect.stringMatching(message) })
    expect(await valuesOf(await idOf('shop.size'))).toEqual(['s', 'm', 'l'])
  })
})

test('a type that someone else has changed since is left alone', async () => {
  const change = await edit(() => ({ name: 'mine' }))
  await project.sql("alter type shop.size add value 'xl'")
  const refused = await apply(change)
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(await valuesOf(await idOf('shop.size'))).toEqual(['s', 'm', 'l', 'xl'])
})

test('a type of an extension is described and cannot be changed', async () => {
  await project.sql(`
    create extension if not exists citext schema shop;
    create type shop.theirs as enum ('a');
    alter extension citext add type shop.theirs`)
  const { id, fingerprint, extension } = await read(await idOf('shop.theirs'))
  expect(extension).toBe('citext')
  const refused = await apply({ object: 'enumerated_type', action: 'drop', id, fingerprint, cascade: true })
  expect(refused.body.message).toContain('belongs to the extension citext')
  await project.sql('drop extension citext')
})

test('a read-only member reads types and plans, and cannot change them', async () => {
  const { id, fingerprint, is_owned } = await read(await idOf('shop.size'), project.reader)
  expect(is_owned).toBe(false)
  const change = { object: 'enumerated_type', action: 'drop', id, fingerprint, cascade: true } as const
  expect((await plan(change, project.reader)).statements).toHaveLength(1)
  expect((await apply(change, project.reader)).status).toBe(403)
})

test('pages show every type once, in both directions, and a search finds exact characters in either case', async () => {
  await project.sql(`do $$ begin for i in 1..250 loop
    execute format('create type other.t%s as enum (''a'')', lpad(i::text, 3, '0')); end loop; end $$;
    create type other."100%_Of\\it" as enum ('a')`)
  const names = Array.from({ length: 250 }, (_, i) => `t${String(i + 1).padStart(3, '0')}`)
  for (const [order, expected] of [
    ['asc', ['100%_Of\\it', ...names]],
    ['desc', [...names.toReversed(), '100%_Of\\it']],
  ] as const) {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ schema: 'other', order, cursor: cursor ?? undefined })
      expect(page.count).toBe(251)
      seen.push(...page.objects.map(({ name }) => name))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).toEqual(expected)
  }
  expect((await list({ schema: 'other', search: '%_oF\\' })).objects.map(({ name }) => name)).toEqual([
    '100%_Of\\it',
  ])
  expect(await list({ schema: 'nowhere' })).toEqual({ objects: [], count: 0, next_cursor: null })
})

test('a change is kept with its SQL', async () => {
  await apply(create())
  const { body } = await ask(listChanges, { query: { search: 'create type "shop"."colour"' } })
  expect(body.changes[0]).toMatchObject({ origin: 'database_pages', kind: 'schema', outcome: 'done' })
})

test('open pages are told of a change', async () => {
  const seen: unknown[] = []
  const unsubscribe = project.opened.bus.subscribe((_organization, event) => seen.push(event))
  await apply(create())
  unsubscribe()
  expect(seen).toContainEqual({ type: 'tables_changed', ref: project.ref, id: null })
})
