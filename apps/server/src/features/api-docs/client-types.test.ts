import { getTypescriptTypes } from '@basalt/contract/api-docs/client-types.endpoints.ts'
import { updateDataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.endpoints.ts'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { ODD_SHOP } from '../../test/client-types-schema.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { CINEMA } from '../../test/data-api-schema.ts'
import {
  type CompositeTypes,
  Constants,
  type Database,
  type Enums,
  type Json,
  type Tables,
  type TablesInsert,
  type TablesUpdate,
} from '../../test/database-types.gen.ts'

/**
 * The generated types are in a file that is compiled with everything else against supabase-js. The compiler checks the
 * expectations about types, the test run those about values.
 */

let api: DataApiFixture
const app = () =>
  createClient<Database>(`${api.origin}/p/${api.ref}`, api.keyOf('service_role'), {
    auth: { persistSession: false, autoRefreshToken: false },
  })
beforeAll(async () => {
  api = await openDataApi(CINEMA + ODD_SHOP)
  const params = { ref: api.ref }
  await api.owner.call(updateDataApiSettings, { params, body: { db_schemas: ['public', 'shop'] } })
})
afterAll(() => api[Symbol.asyncDispose]())

const types = async (query: object = {}) =>
  (await api.owner.call(getTypescriptTypes, { params: { ref: api.ref }, query: query as never })).body.types

test('the types of the exposed schemas equal the compiled file', async () => {
  await expect(await types()).toMatchFileSnapshot('../../test/database-types.gen.ts')
  expect(await types({ included_schemas: 'shop,public,shop' })).toContain('type DefaultSchema = "shop"')
})

test('rows and embedded relations have the types of their columns, and computed fields are selected by name', async () => {
  const { data } = await app()
    .from('films')
    .select('title, year, mood, tags, shout, director:directors(name, born), roles(actors(name))')
    .eq('id', 1)
    .single()
  expect(data).toMatchObject({ title: 'Ran', shout: 'RAN', director: { name: 'Kurosawa' } })
  expectTypeOf(data!).toEqualTypeOf<{
    title: string
    year: number | null
    mood: 'calm' | 'tense' | null
    tags: string[] | null
    shout: string | null
    director: { name: string; born: string | null } | null
    roles: { actors: { name: string | null } }[]
  }>()
  const { data: all } = await app().from('film_facts').select('*, films(title)').eq('film_id', 1)
  expectTypeOf(all!).toEqualTypeOf<{ film_id: number; budget: number | null; films: { title: string } }[]>()
  const { data: whole } = await app().from('films').select().limit(1).single()
  expect(whole).not.toHaveProperty('shout')
  expectTypeOf(whole!).not.toHaveProperty('shout')
})

test('functions of a row are embedded like relations', async () => {
  const { data } = await app().from('films').select('maker(name), colleagues(title)').eq('id', 2).single()
  expect(data).toEqual({ maker: { name: 'Kurosawa' }, colleagues: [{ title: 'Ran' }] })
  expectTypeOf(data!.colleagues).toEqualTypeOf<{ title: string }[]>()
})

test('columns of views may be null, and functions return their declared type', async () => {
  const { data } = await app().from('long_films').select('name, directors(name)').order('id').limit(1)
  expect(data).toEqual([{ name: 'Ran', directors: { name: 'Kurosawa' } }])
  expectTypeOf(data!).toEqualTypeOf<{ name: string | null; directors: { name: string } | null }[]>()
  const sum = await app().rpc('add', { a: 1 })
  expect(sum.data).toBe(2)
  expectTypeOf(sum.data!).toEqualTypeOf<number>()
  const since = await app().rpc('films_since', { since: 1980 }).select('title, directors(name)')
  expect(since.data).toEqual([{ title: 'Ran', directors: { name: 'Kurosawa' } }])
  expectTypeOf(since.data!).toEqualTypeOf<{ title: string; directors: { name: string } | null }[]>()
  const listed = await app().rpc('listed')
  expect(listed.data).toContainEqual({ n: 1, m: 'a' })
  expectTypeOf(listed.data!).toEqualTypeOf<{ n: number | null; m: string | null }[]>()
  const counted = await app().rpc('counted')
  expect(counted.data).toEqual([1, 2, 3])
  expectTypeOf(counted.data!).toEqualTypeOf<number[]>()
  const one = await app().rpc('one_film', { wanted: 1 })
  expectTypeOf(one.data!.title).toEqualTypeOf<string>()
  expect(one.data?.title).toBe('Ran')
  expect((await app().rpc('nothing')).data).toBeNull()
  expect((await app().rpc('total', { n: [1, 2] })).data).toBe(3)
  expect((await app().rpc('echo', { any: { thing: [1] } })).data).toEqual({ any: { thing: [1] } })
})

test('missing, misspelt, generated and wrongly typed values do not compile', () => {
  const client = app()
  const films = client.from('films')
  const unsent = [
    () => films.insert({ title: 'a', year: null, mood: 'calm' }),
    // @ts-expect-error no table has this name
    () => client.from('film'),
    // @ts-expect-error a film has a title
    () => films.insert({ year: 1 }),
    // @ts-expect-error a year is a number
    () => films.insert({ title: 'a', year: '1' }),
    // @ts-expect-error no mood has this name
    () => films.insert({ title: 'a', mood: 'cheerful' }),
    // @ts-expect-error it is generated
    () => films.update({ words: 'a' }),
    // @ts-expect-error no column has this name
    () => films.update({ titel: 'a' }),
    // @ts-expect-error the view computes this column
    () => client.from('long_films').update({ length: 1 }),
    // @ts-expect-error a materialized view is not writable
    () => client.from('film_years').insert({ id: 1 }),
    // @ts-expect-error no function has this name
    () => client.rpc('subtract', { a: 1 }),
    // @ts-expect-error not in this schema
    () => client.from('two words'),
    // @ts-expect-error the column is generated always as identity
    () => client.schema('shop').from('two words').insert({ id: 1, '1st': 'plain', film_id: 1, labels: [] }),
  ]
  expect(unsent).toHaveLength(12)
})

test('names that are not identifiers and objects of another schema work', async () => {
  const shop = app().schema('shop')
  const made = await shop
    .from('two words')
    .insert({ '1st': "it's", film_id: 1, labels: ['a'], parcel: { label: 'b', size: null, moods: ['calm'] } })
    .select('id, 1st, code, parcel, payload, grid, tall, label_of')
    .single()
  expect(made.error).toBeNull()
  expect(made.data).toMatchObject({ '1st': "it's", code: 'none', tall: 2, label_of: 'none' })
  expectTypeOf(made.data!).toEqualTypeOf<{
    id: number
    '1st': 'plain' | "it's" | 'a "b"' | 'two\nlines' | ''
    code: string
    parcel: CompositeTypes<{ schema: 'shop' }, 'parcel'> | null
    payload: Json
    grid: number[]
    tall: number | null
    label_of: string | null
  }>()
  const found = await shop.rpc('find', { wanted: made.data!.id, at_most: 5 })
  expectTypeOf(found.data![0]!.film_id).toEqualTypeOf<number>()
  const named = await shop.rpc('find', { name: 'a' })
  expectTypeOf(named.data!).toEqualTypeOf<{ id: number | null; mood: 'calm' | 'tense' | null }[]>()
  expect([found.data?.length, named.data]).toEqual([1, [{ id: 1, mood: null }]])
})

test('the helper types and the enum constants work', () => {
  expectTypeOf<Tables<'actors'>>().toEqualTypeOf<{ id: number; name: string | null }>()
  expectTypeOf<Tables<'film_titles'>>().toEqualTypeOf<{ id: number | null; title: string | null }>()
  expectTypeOf<TablesInsert<'actors'>>().toEqualTypeOf<{ id: number; name?: string | null }>()
  expectTypeOf<TablesUpdate<{ schema: 'shop' }, 'two words'>['id']>().toEqualTypeOf<undefined>()
  expectTypeOf<Tables<{ schema: 'shop' }, 'two words'>['film_id']>().toEqualTypeOf<number>()
  expectTypeOf<Enums<'mood'>>().toEqualTypeOf<'calm' | 'tense'>()
  expectTypeOf<Enums<{ schema: 'shop' }, '__proto__'>>().toEqualTypeOf<'x'>()
  expect(Constants.public.Enums.mood).toEqual(['calm', 'tense'])
  expect(Object.keys(Constants.shop.Enums)).toEqual(['__proto__', 'sort"of'])
  expect(Constants.shop.Enums['sort"of']).toEqual(['plain', "it's", 'a "b"', 'two\nlines', ''])
})

test.each([
  ['nowhere', 'The database has no schema "nowhere"'],
  ['public,pg_catalog', 'no schema "pg_catalog"'],
  ['basalt', 'no schema "basalt"'],
  ['', 'Name a schema'],
  ['a'.repeat(64), 'at most 63 characters'],
])('types of the schemas %j are refused', async (included_schemas, words) => {
  const { status, body } = await api.owner.call(getTypescriptTypes, {
    params: { ref: api.ref },
    query: { included_schemas },
  })
  expect([status, body]).toMatchObject([400, { message: expect.stringContaining(words) }])
})

test('types are generated once for a schema, and again after it changed', async () => {
  await api.sql('create extension if not exists pg_stat_statements schema extensions')
  const timesRead = async () => {
    const [row] = await api.sql(
      "select coalesce(sum(calls), 0)::int as calls from extensions.pg_stat_statements where query like '%pg_get_userbyid(n.nspowner)%'",
    )
    return row.calls
  }
  await types()
  const before = await timesRead()
  for (let call = 0; call < 3; call++) await types()
  expect(await timesRead()).toBe(before)
  await api.sql('create table just_made (id int)')
  expect(await types()).toContain('just_made')
  await api.sql("comment on table just_made is 'A new comment'")
  expect(await types()).toContain('A new comment')
  await api.sql('drop table just_made')
  expect(await types()).not.toContain('just_made')
  expect(await timesRead()).toBe(before + 3)
})

test('a dropped schema that is still exposed is left out', async () => {
  await api.sql('drop schema shop cascade')
  expect(await types()).not.toContain('shop')
})
