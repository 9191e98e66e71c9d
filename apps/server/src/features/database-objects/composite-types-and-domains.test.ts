import {
  listCompositeTypes,
  readCompositeType,
} from '@basalt/contract/database-objects/composite-types/composite-types.endpoints.ts'
import type { CompositeTypeDraft } from '@basalt/contract/database-objects/composite-types/composite-types.schema.ts'
import { listDomains, readDomain } from '@basalt/contract/database-objects/domains/domains.endpoints.ts'
import type { DomainDraft } from '@basalt/contract/database-objects/domains/domains.schema.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { objectProject } from './object-project.fixture.ts'

const project = objectProject()
beforeEach(() =>
  project.sql(`
    drop schema if exists shop cascade; create schema shop;
    drop schema if exists "Odd ""s"" 🐘" cascade; create schema "Odd ""s"" 🐘"`),
)

const apply = async (body: ObjectChange) => {
  const answer = await project.apply(body)
  return { ...answer, id: answer.body.id }
}
const applied = async (body: ObjectChange) => {
  const { status, body: answer, id } = await apply(body)
  expect([status, answer]).toMatchObject([200, {}])
  return id!
}
const problemsOf = async (body: ObjectChange) => (await project.plan(body)).problems.map(({ path }) => path)
const statusOf = async (endpoint: typeof readDomain | typeof readCompositeType, id: number) =>
  (await project.ask(endpoint, { params: { ref: project.ref, oid: String(id) } })).status

const oddNames = [
  ['shop', 'plain'],
  ['shop', `it's "odd" 🐘.`],
  ['Odd "s" 🐘', 'select'],
] as const

describe('a domain', () => {
  const read = (id: number) => project.read(readDomain, id)
  const draft = (more: Partial<DomainDraft> = {}): DomainDraft => ({
    schema: 'shop',
    name: 'amount',
    comment: null,
    type: 'integer',
    collation: null,
    nullable: true,
    default: null,
    checks: [],
    ...more,
  })
  const check = (expression: string, more: Partial<DomainDraft['checks'][number]> = {}) => ({
    was: null,
    name: '',
    expression,
    valid: true,
    ...more,
  })
  const create = (more?: Partial<DomainDraft>) =>
    applied({ object: 'domain', action: 'create', draft: draft(more) })
  const edit = async (
    id: number,
    change: (now: DomainDraft) => Partial<DomainDraft>,
  ): Promise<ObjectChange> => {
    const { fingerprint, draft: now } = await read(id)
    return { object: 'domain', action: 'edit', id, fingerprint, draft: { ...now, ...change(now) } }
  }

  test.each(oddNames)('in %s called %s is created as asked, copied and dropped', async (schema, name) => {
    const asked = draft({
      schema,
      name,
      comment: "it's said",
      type: 'character varying(20)',
      collation: 'pg_catalog."C"',
      nullable: false,
      default: "'a'::character varying",
      checks: [
        check("value <> ''", { name: `not "empty" 🐘` }),
        check('length(value) > 1', { name: 'z', valid: false }),
      ],
    })
    const id = await applied({ object: 'domain', action: 'create', draft: asked })
    const found = await read(id)
    expect(found.draft).toMatchObject({
      ...asked,
      checks: [
        { name: `not "empty" 🐘`, valid: true },
        { name: 'z', valid: false },
      ],
    })
    const copied = {
      ...found.draft,
      name: `${name}_copy`,
      checks: found.draft.checks.map((each) => ({ ...each, was: null })),
    }
    const copy = await read(await applied({ object: 'domain', action: 'create', draft: copied }))
    expect({ ...copy.draft, name }).toEqual(found.draft)
    const body = await project.well(listDomains, { query: { schema } })
    expect(body.objects.map((each) => each.name)).toEqual([name, `${name}_copy`])
    await applied({ object: 'domain', action: 'drop', id, fingerprint: found.fingerprint, cascade: false })
    expect(await statusOf(readDomain, id)).toBe(404)
  })

  test('gets another default, NULL, checks that are renamed, replaced, added and validated, and another place', async () => {
    const id = await create({
      checks: [
        check('value > 0', { name: 'a' }),
        check('value < 9', { name: 'b' }),
        check('value <> 5', { name: 'c', valid: false }),
      ],
    })
    const change = await edit(id, ({ checks: [a, b, c] }) => ({
      schema: 'Odd "s" 🐘',
      name: 'renamed',
      nullable: false,
      default: '3',
      checks: [
        { ...a!, name: 'b' },
        { ...b!, name: 'a', expression: 'value < 100' },
        { ...c!, valid: true },
        check('value <> 7', { name: 'd' }),
      ],
    }))
    expect(await applied(change)).toBe(id)
    expect((await read(id)).draft).toMatchObject({
      schema: 'Odd "s" 🐘',
      name: 'renamed',
      nullable: false,
      default: '3',
      checks: [
        { name: 'a', expression: '(VALUE < 100)', valid: true },
        { name: 'b', expression: '(VALUE > 0)', valid: true },
        { name: 'c', valid: true },
        { name: 'd', valid: true },
      ],
    })
  })

  test('is validated against the rows that exist, and nothing is kept when one breaks a check', async () => {
    const id = await create()
    await project.sql('create table shop.t (a shop.amount); insert into shop.t values (-1)')
    const change = await edit(id, () => ({ checks: [check('value > 0', { name: 'positive' })] }))
    expect((await apply(change)).status).toBe(400)
    expect((await read(id)).draft.checks).toEqual([])
    const { draft: now } = change as { draft: DomainDraft }
    await applied({
      ...change,
      draft: { ...now, checks: [check('value > 0', { name: 'positive', valid: false })] },
    } as ObjectChange)
    await expect(project.sql('insert into shop.t values (-2)')).rejects.toThrow('violates check constraint')
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['no type', { type: '' }, 'type'],
    ['a second statement as its type', { type: 'int; drop schema shop' }, 'type'],
    ['a default that ends the statement', { default: '1); drop schema shop; --' }, 'default'],
    ['an open quote in a check', { checks: [check("'")] }, 'checks.0.expression'],
    [
      'two checks of a name',
      { checks: [check('true', { name: 'a' }), check('true', { name: 'a' })] },
      'checks.1.name',
    ],
    ['a protected schema', { schema: 'auth' }, 'schema'],
  ])('with %s is refused at its field', async (_what, more, path) => {
    expect(await problemsOf({ object: 'domain', action: 'create', draft: draft(more) })).toContain(path)
    expect((await apply({ object: 'domain', action: 'create', draft: draft(more) })).status).toBe(400)
  })

  test('is described with the columns that have it, also in arrays and attributes', async () => {
    const id = await create()
    await project.sql(
      'create table shop.t (a shop.amount, b shop.amount[]); create type shop.pair as (c shop.amount)',
    )
    const [{ oid }] = (await project.sql("select 'shop.t'::regclass::oid::int8::text as oid")) as [
      { oid: string },
    ]
    expect(await read(id)).toMatchObject({
      columns: [
        // A composite type is no table that could be opened.
        { id: null, schema: 'shop', table: 'pair', column: 'c' },
        { id: Number(oid), schema: 'shop', table: 't', column: 'a' },
        { id: Number(oid), schema: 'shop', table: 't', column: 'b' },
      ],
      has_more_columns: false,
    })
  })

  test('cannot get another type, and a change of one that has changed since is refused', async () => {
    const id = await create()
    expect(await problemsOf(await edit(id, () => ({ type: 'text' })))).toEqual(['type'])
    const late = await edit(id, () => ({ name: 'late' }))
    await project.sql('alter domain shop.amount set default 4')
    expect((await apply(late)).status).toBe(409)
  })
})

describe('a composite type', () => {
  const read = (id: number) => project.read(readCompositeType, id)
  const attribute = (
    name: string,
    type = 'integer',
    more: Partial<CompositeTypeDraft['attributes'][number]> = {},
  ) => ({
    was: null,
    name,
    type,
    collation: null,
    ...more,
  })
  const draft = (more: Partial<CompositeTypeDraft> = {}): CompositeTypeDraft => ({
    schema: 'shop',
    name: 'address',
    comment: null,
    attributes: [attribute('street', 'text'), attribute('number')],
    ...more,
  })
  const create = (more?: Partial<CompositeTypeDraft>) =>
    applied({ object: 'composite_type', action: 'create', draft: draft(more) })
  const edit = async (
    id: number,
    change: (now: CompositeTypeDraft) => Partial<CompositeTypeDraft>,
  ): Promise<ObjectChange> => {
    const { fingerprint, draft: now } = await read(id)
    return { object: 'composite_type', action: 'edit', id, fingerprint, draft: { ...now, ...change(now) } }
  }
  const shown = ({ attributes }: CompositeTypeDraft) => attributes.map(({ name, type }) => `${name} ${type}`)

  test.each(oddNames)('in %s called %s is created as asked, copied and dropped', async (schema, name) => {
    const asked = draft({
      schema,
      name,
      comment: "it's said",
      attributes: [
        attribute(`a "b" 🐘`, 'text', { collation: 'pg_catalog."C"' }),
        attribute('numbers', 'numeric(10,2)[]'),
      ],
    })
    const id = await applied({ object: 'composite_type', action: 'create', draft: asked })
    const found = await read(id)
    expect(found.draft).toEqual({
      ...asked,
      attributes: asked.attributes.map((each) => ({ ...each, was: each.name })),
    })
    const copied = { ...asked, name: `${name}_copy` }
    const copy = await read(await applied({ object: 'composite_type', action: 'create', draft: copied }))
    expect({ ...copy.draft, name }).toEqual(found.draft)
    const body = await project.well(listCompositeTypes, { query: { schema } })
    expect(body.objects.map((each) => [each.name, each.attribute_count])).toEqual([
      [name, 2],
      [`${name}_copy`, 2],
    ])
    await applied({
      object: 'composite_type',
      action: 'drop',
      id,
      fingerprint: found.fingerprint,
      cascade: false,
    })
    expect(await statusOf(readCompositeType, id)).toBe(404)
  })

  test('is listed without the types of the rows of tables', async () => {
    await project.sql('create table shop.t (a int); create type shop.none as ()')
    const body = await project.well(listCompositeTypes, { query: { schema: 'shop' } })
    expect(body.objects).toMatchObject([{ name: 'none', attributes: [], attribute_count: 0 }])
  })

  test('gets attributes that are swapped, retyped, dropped and added, and another place', async () => {
    const id = await create({
      attributes: [attribute('a', 'text'), attribute('b'), attribute('c'), attribute('d')],
    })
    const change = await edit(id, ({ attributes: [a, b, , d] }) => ({
      schema: 'Odd "s" 🐘',
      name: 'renamed',
      comment: 'new',
      attributes: [
        { ...a!, name: 'b' },
        { ...b!, name: 'a' },
        { ...d!, type: 'bigint' },
        attribute('e "f"', 'date'),
      ],
    }))
    expect(await applied(change)).toBe(id)
    const { draft: now } = await read(id)
    expect([now.schema, now.name, now.comment]).toEqual(['Odd "s" 🐘', 'renamed', 'new'])
    expect(shown(now)).toEqual(['b text', 'a integer', 'd bigint', 'e "f" date'])
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['an attribute without a name', { attributes: [attribute('')] }, 'attributes.0.name'],
    ['two attributes of a name', { attributes: [attribute('a'), attribute('a')] }, 'attributes.1.name'],
    ['a second attribute in a type', { attributes: [attribute('a', 'int, b int')] }, 'attributes.0.type'],
    ['a protected schema', { schema: 'pg_catalog' }, 'schema'],
  ])('with %s is refused at its field', async (_what, more, path) => {
    expect(await problemsOf({ object: 'composite_type', action: 'create', draft: draft(more) })).toContain(
      path,
    )
    expect((await apply({ object: 'composite_type', action: 'create', draft: draft(more) })).status).toBe(400)
  })

  test('cannot be reordered, and is dropped with the columns that have it once that is chosen', async () => {
    const id = await create()
    expect(
      await problemsOf(await edit(id, ({ attributes }) => ({ attributes: attributes.toReversed() }))),
    ).toEqual(['attributes'])
    await project.sql('create table shop.people (id int, home shop.address)')
    const { fingerprint, columns } = await read(id)
    expect(columns).toMatchObject([{ schema: 'shop', table: 'people', column: 'home' }])
    const drop = (cascade: boolean): ObjectChange => ({
      object: 'composite_type',
      action: 'drop',
      id,
      fingerprint,
      cascade,
    })
    expect((await project.plan(drop(false))).dependents).toEqual(['column home of table shop.people'])
    expect((await apply(drop(false))).status).toBe(400)
    await applied(drop(true))
    expect(
      await project.sql(
        "select attname from pg_attribute where attrelid = 'shop.people'::regclass and attnum > 0 and not attisdropped",
      ),
    ).toEqual([{ attname: 'id' }])
  })
})
