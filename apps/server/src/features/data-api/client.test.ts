import { waitFor } from '@basalt/testing/wait-for.ts'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { CINEMA } from '../../test/data-api-schema.ts'

/** The unmodified client library that apps use, against a running server. */

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(CINEMA)
})
afterAll(() => api[Symbol.asyncDispose]())

const soon = (check: () => Promise<boolean>) => waitFor(check, { timeoutMs: 60_000 })

const app = (key = api.keyOf('service_role')) =>
  createClient(`${api.origin}/p/${api.ref}`, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

test('an app reads with filters, relations, counts and pages', async () => {
  const { data, error, count } = await app()
    .from('films')
    .select('title, director:directors!inner(name)', { count: 'exact' })
    .eq('director.name', 'Kurosawa')
    .or('year.gt.1980,mood.eq.calm')
    .not('title', 'is', null)
    .contains('about', { length: 162 })
    .order('title')
    .range(0, 9)
  expect(error).toBeNull()
  expect([data, count]).toEqual([[{ title: 'Ran', director: { name: 'Kurosawa' } }], 1])
})

test('an app reads a single row and gets an error when there is none', async () => {
  const films = app().from('films')
  expect((await films.select('title').eq('id', 1).single()).data).toEqual({ title: 'Ran' })
  expect(await films.select('title').eq('id', 77).maybeSingle()).toMatchObject({ data: null, error: null })
  expect((await films.select('title').eq('id', 77).single()).error).toMatchObject({ code: 'PGRST116' })
  expect((await films.select('*', { count: 'exact', head: true })).count).toBe(4)
  expect((await films.select('id,title').eq('id', 1).csv()).data).toBe('id,title\n1,Ran')
})

test('every filter of the library works', async () => {
  const films = () => app().from('films').select('id').order('id')
  const ids = async (query: PromiseLike<{ data: { id: unknown }[] | null; error: unknown }>) => {
    const { data, error } = await query
    expect(error).toBeNull()
    return data!.map(({ id }) => id)
  }
  expect(await ids(films().neq('id', 1))).toEqual([2, 3, 4])
  expect(await ids(films().gte('year', 1972).lte('year', 1985))).toEqual([1, 3])
  expect(await ids(films().like('title', 'R%'))).toEqual([1])
  expect(await ids(films().ilike('title', '%R%'))).toEqual([1, 2, 3])
  expect(await ids(films().likeAllOf('title', ['%a%', 'S%']))).toEqual([3])
  expect(await ids(films().ilikeAnyOf('title', ['r%', 's%']))).toEqual([1, 3])
  expect(await ids(films().in('title', ['Ran', 'A,b (c)']))).toEqual([1])
  expect(await ids(films().contains('tags', ['war']))).toEqual([1])
  expect(await ids(films().containedBy('tags', ['war', 'king']))).toEqual([1])
  expect(await ids(films().overlaps('tags', ['park', 'sea']))).toEqual([2, 3])
  expect(await ids(films().rangeAdjacent('shown', '[1980,1985)'))).toEqual([1, 3])
  expect(await ids(films().rangeGt('shown', '[1960,1961)'))).toEqual([1, 3])
  expect(await ids(films().textSearch('words', 'ran | solaris', { config: 'english' }))).toEqual([1, 3])
  expect(await ids(films().textSearch('words', 'ran', { type: 'websearch' }))).toEqual([1])
  expect(await ids(films().match({ id: 1, title: 'Ran' }))).toEqual([1])
  expect(await ids(films().filter('about->>length', 'eq', '143'))).toEqual([2])
})

test('an app writes and reads back', async () => {
  const actors = app().from('actors')
  expect((await actors.insert({ id: 50, name: 'a' })).status).toBe(201)
  expect(
    (
      await actors
        .insert([{ id: 51, name: 'b' }, { id: 52 }])
        .select('id')
        .order('id')
    ).data,
  ).toEqual([{ id: 51 }, { id: 52 }])
  expect(
    (await actors.insert([{ id: 53 }, { id: 54, name: 'x' }], { defaultToNull: false }).select()).data,
  ).toHaveLength(2)
  expect((await actors.upsert({ id: 50, name: 'A' }).select().single()).data).toEqual({ id: 50, name: 'A' })
  expect(
    (await actors.upsert({ id: 50, name: 'no' }, { onConflict: 'id', ignoreDuplicates: true }).select()).data,
  ).toEqual([])
  expect((await actors.update({ name: 'z' }, { count: 'exact' }).gte('id', 51).lte('id', 54)).count).toBe(4)
  expect((await actors.delete({ count: 'exact' }).in('id', [50, 51, 52, 53, 54])).count).toBe(5)
  expect((await actors.delete()).error).toMatchObject({ code: '21000' })
})

test('an app calls functions', async () => {
  expect((await app().rpc('add', { a: 1, b: 2 })).data).toBe(3)
  expect((await app().rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3)
  expect((await app().rpc('films_since', { since: 1980 }).select('title').single()).data).toEqual({
    title: 'Ran',
  })
  expect((await app().rpc('nothing')).status).toBe(204)
  expect((await app().rpc('films_since', { since: 1900 }, { head: true, count: 'exact' })).count).toBe(3)
})

test('a user sees what policies allow', async () => {
  const token = api.tokenFor({ role: 'authenticated', sub: '00000000-0000-0000-0000-000000000002' })
  const user = createClient(`${api.origin}/p/${api.ref}`, api.keyOf('anon'), {
    accessToken: async () => token,
  })
  expect((await user.from('secrets').select('body')).data).toEqual([{ body: 'theirs' }])
})

test('a schema change takes effect without a restart, and requests do not wait for it', async () => {
  const readers = Array.from({ length: 5 }, () => api.send('/films?select=id&limit=1'))
  await api.sql(
    'create table fresh (id int primary key, film_id int references films); insert into fresh values (1, 1)',
  )
  for (const { status } of await Promise.all(readers)) expect(status).toBe(200)
  const fresh = () => api.send('/fresh?select=id,films(title)')
  await soon(async () => (await fresh()).status === 200)
  expect((await fresh()).body).toEqual([{ id: 1, films: { title: 'Ran' } }])
  await api.sql('alter table fresh add column note text')
  const insert = () => api.send('/fresh', { method: 'POST', body: '{"id":2,"note":"n"}' })
  await soon(async () => (await insert()).status === 201)
  await api.sql('drop table fresh')
  await soon(async () => (await api.send('/fresh')).status === 404)
})

test('requests and the bytes of their responses count as usage of the project', async () => {
  const counted = async () => {
    await api.usage.flush()
    const rows = await api.metadata
      .selectFrom('usage_days')
      .select(['metric', 'total'])
      .where('project_ref', '=', api.ref)
      .execute()
    return new Map(rows.map(({ metric, total }) => [metric, Number(total)]))
  }
  // Earlier responses may still be counted.
  const before = await counted()
  const { text } = await api.send('/films')
  await soon(async () => {
    const now = await counted()
    const more = (metric: 'REQUESTS' | 'EGRESS') => (now.get(metric) ?? 0) - (before.get(metric) ?? 0)
    return more('REQUESTS') >= 1 && more('EGRESS') >= text.length
  })
})
