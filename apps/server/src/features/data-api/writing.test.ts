import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { CINEMA } from '../../test/data-api-schema.ts'
import { REPRESENTATION, writesTo } from '../../test/data-api-writes.ts'

/** Inserts, upserts, updates and deletes, against a real database. Each test writes its own rows. */

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(CINEMA)
})
afterAll(() => api[Symbol.asyncDispose]())

const { write, actors } = writesTo(() => api)

test('an insert returns 201, and the row only on request', async () => {
  const quiet = await write('POST', '/actors', { id: 100, name: 'Mori' }, '')
  expect([quiet.status, quiet.text, quiet.headers.get('location')]).toEqual([201, '', null])
  const full = await write('POST', '/actors?select=name', { id: 101, name: 'Kyo' })
  expect([full.status, full.body]).toEqual([201, [{ name: 'Kyo' }]])
  expect(full.headers.get('preference-applied')).toBe(REPRESENTATION)
  const headers = await write('POST', '/actors', { id: 102, name: 'Tono' }, 'return=headers-only')
  expect([headers.status, headers.text, headers.headers.get('location')]).toEqual([
    201,
    '',
    '/actors?id=eq.102',
  ])
})

test('many rows are inserted in one statement, or none', async () => {
  const { body, headers } = await write(
    'POST',
    '/actors',
    [
      { id: 110, name: 'a' },
      { id: 111, name: 'b' },
    ],
    `${REPRESENTATION},count=exact`,
  )
  expect([body, headers.get('content-range')]).toEqual([
    [
      { id: 110, name: 'a' },
      { id: 111, name: 'b' },
    ],
    '*/2',
  ])
  const refused = await write('POST', '/actors', [
    { id: 112, name: 'c' },
    { id: 110, name: 'again' },
  ])
  expect([refused.status, refused.body.code]).toEqual([409, '23505'])
  expect(await actors('id=eq.112')).toEqual([])
  expect(await write('POST', '/actors', [])).toMatchObject({ status: 201, body: [] })
})

test('an inserted row is returned with its computed fields and relations', async () => {
  const path =
    '/films?select=title,year,shout,directors(name),maker(name),colleagues(title)&colleagues.order=title'
  const { body } = await write('POST', path, { title: 'Kagemusha', director_id: 1 })
  expect(body).toEqual([
    {
      title: 'Kagemusha',
      year: 2000,
      shout: 'KAGEMUSHA',
      directors: { name: 'Kurosawa' },
      maker: { name: 'Kurosawa' },
      colleagues: [{ title: 'Ikiru' }, { title: 'Ran' }],
    },
  ])
  await api.sql("delete from films where title = 'Kagemusha'")
})

test('values of every type are stored exactly', async () => {
  const row = {
    id: 900,
    title: 'Types',
    mood: 'calm',
    rating: 5,
    tags: ['a', 'b "c"'],
    shown: '[1,3)',
    about: { deep: [1, { x: null }] },
    format: { width: 1, height: 2 },
  }
  const select = Object.keys(row).join()
  expect((await write('POST', `/films?select=${select}`, row)).body).toEqual([row])
  const { text } = await write(
    'PATCH',
    '/films?id=eq.900&select=takings',
    '{"takings": 98765432109876543.21}',
  )
  expect(text).toBe('[{"takings":98765432109876543.21}]')
  await write('DELETE', '/films?id=eq.900')
})

test('keys must match unless columns are named; missing values are null or the default', async () => {
  const rows = [{ title: 'With', year: 1 }, { title: 'Without' }]
  expect(await write('POST', '/films', rows)).toMatchObject({
    status: 400,
    body: { code: 'PGRST102', message: 'All object keys must match' },
  })
  const path = '/films?columns=title,year&select=title,year'
  expect((await write('POST', path, rows)).body).toEqual([rows[0], { title: 'Without', year: null }])
  const { body } = await write(
    'POST',
    `${path},id`.replace('&select', ',id&select'),
    rows,
    `${REPRESENTATION},missing=default`,
  )
  expect(body).toMatchObject([
    { year: 1, id: expect.any(Number) },
    { year: 2000, id: expect.any(Number) },
  ])
  expect((await write('DELETE', '/films?title=in.(With,Without)&select=title')).body).toHaveLength(4)
})

test('named columns exclude other values', async () => {
  const { body } = await write('POST', '/actors?columns=id', { id: 120, name: 'left out', nothing: 1 })
  expect(body).toEqual([{ id: 120, name: null }])
})

test('an upsert merges or ignores duplicates, by primary key or on_conflict', async () => {
  const merged = await write(
    'POST',
    '/actors',
    [
      { id: 1, name: 'Tatsuya' },
      { id: 130, name: 'new' },
    ],
    `${REPRESENTATION},resolution=merge-duplicates`,
  )
  expect([merged.status, merged.body]).toEqual([
    201,
    [
      { id: 1, name: 'Tatsuya' },
      { id: 130, name: 'new' },
    ],
  ])
  const kept = await write(
    'POST',
    '/actors',
    [
      { id: 1, name: 'ignored' },
      { id: 131, name: 'new' },
    ],
    `${REPRESENTATION},resolution=ignore-duplicates`,
  )
  expect(kept.body).toEqual([{ id: 131, name: 'new' }])
  await write('POST', '/checked', { id: 1, amount: 1, code: 'x' })
  const byCode = await write(
    'POST',
    '/checked?on_conflict=code',
    { id: 2, amount: 5, code: 'x' },
    `${REPRESENTATION},resolution=merge-duplicates`,
  )
  expect(byCode.body).toMatchObject([{ id: 2, amount: 5, code: 'x' }])
  await api.sql("update actors set name = 'Nakadai' where id = 1")
})

test.each<[what: string, ids: number[], prefer: string, status: number]>([
  ['only updates', [1, 2], 'resolution=merge-duplicates', 200],
  ['only updates, and returns rows', [1, 2], `${REPRESENTATION},resolution=merge-duplicates`, 200],
  ['updates and inserts', [1, 135], 'resolution=merge-duplicates', 201],
  ['only inserts', [136], `${REPRESENTATION},resolution=merge-duplicates`, 201],
  ['ignores duplicates', [1], 'resolution=ignore-duplicates', 201],
])('the status of an upsert that %s', async (_what, ids, prefer, status) => {
  const before = await api.sql('select id, name from actors where id < 3 order by id')
  const rows = ids.map((id) => ({ id, name: before.find((one) => one.id === id)?.name ?? 'new' }))
  const answer = await write('POST', '/actors', rows, prefer)
  expect(answer.status).toBe(status)
  expect(answer.body).toEqual(prefer.startsWith(REPRESENTATION) ? rows : undefined)
})

test('PUT writes the one row that its URL identifies, and reports whether it is new', async () => {
  expect(await write('PUT', '/actors?id=eq.140', { id: 140, name: 'first' })).toMatchObject({
    status: 201,
    body: [{ id: 140, name: 'first' }],
  })
  expect(await write('PUT', '/actors?id=eq.140', { id: 140, name: 'second' })).toMatchObject({
    status: 200,
    body: [{ id: 140, name: 'second' }],
  })
  expect((await write('PUT', '/actors?id=eq.140', { id: 140, name: 'third' }, '')).status).toBe(204)
  expect(await write('PUT', '/actors?id=eq.140', { id: 141, name: 'x' })).toMatchObject({
    status: 400,
    body: { code: 'PGRST115' },
  })
  expect(await write('PUT', '/actors?name=eq.x', { id: 141, name: 'x' })).toMatchObject({
    status: 405,
    body: { code: 'PGRST105' },
  })
  expect(await write('PUT', '/actors?id=eq.140&limit=1', { id: 140 })).toMatchObject({
    status: 400,
    body: { code: 'PGRST114' },
  })
})

test('an update changes the rows that match its filters', async () => {
  await write('POST', '/actors', [
    { id: 150, name: 'a' },
    { id: 151, name: 'b' },
  ])
  const quiet = await write('PATCH', '/actors?id=eq.150', { name: 'A' }, 'count=exact')
  expect([quiet.status, quiet.headers.get('content-range'), quiet.text]).toEqual([204, '0-0/1', ''])
  const full = await write('PATCH', '/actors?id=in.(150,151)&select=id,name&order=id.desc', { name: 'Z' })
  expect([full.status, full.body]).toEqual([
    200,
    [
      { id: 151, name: 'Z' },
      { id: 150, name: 'Z' },
    ],
  ])
  expect(await write('PATCH', '/actors?id=eq.9999', { name: 'x' })).toMatchObject({ status: 200, body: [] })
  expect(await write('PATCH', '/actors?id=eq.150', {})).toMatchObject({ status: 200, body: [] })
  expect((await write('PATCH', '/actors?id=eq.150', { name: null })).body).toEqual([{ id: 150, name: null }])
})

test('a delete removes the rows that match its filters', async () => {
  await write('POST', '/actors', [
    { id: 160, name: 'a' },
    { id: 161, name: 'b' },
    { id: 162, name: 'c' },
  ])
  expect(await write('DELETE', '/actors?id=eq.160&select=name')).toMatchObject({
    status: 200,
    body: [{ name: 'a' }],
  })
  const quiet = await write(
    'DELETE',
    '/actors?id=gte.161&id=lte.162&order=id&limit=1',
    undefined,
    'count=exact',
  )
  expect([quiet.status, quiet.headers.get('content-range')]).toEqual([204, '*/1'])
  expect(await actors('id=gte.160&id=lte.162')).toEqual([{ id: 162, name: 'c' }])
})

test('CSV and forms are accepted', async () => {
  const csv = await write(
    'POST',
    '/actors',
    'id,name\n190,"a ""quoted"", name"\n191,NULL\n192,"NULL"',
    REPRESENTATION,
    { 'content-type': 'text/csv' },
  )
  expect(csv.body).toEqual([
    { id: 190, name: 'a "quoted", name' },
    { id: 191, name: null },
    { id: 192, name: 'NULL' },
  ])
  const form = await write('POST', '/actors', 'id=193&name=a+b%26c', REPRESENTATION, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(form.body).toEqual([{ id: 193, name: 'a b&c' }])
  const arrays = await write('POST', '/films?select=tags', 'title,tags\nCsv,"{a,b}"', REPRESENTATION, {
    'content-type': 'text/csv',
  })
  expect(arrays.body).toEqual([{ tags: ['a', 'b'] }])
})

test('updatable views can be written', async () => {
  expect(await write('POST', '/film_titles', { id: 950, title: 'By view' })).toMatchObject({
    status: 201,
    body: [{ id: 950, title: 'By view' }],
  })
  expect((await write('PATCH', '/film_titles?id=eq.950', { title: 'Changed' })).body).toEqual([
    { id: 950, title: 'Changed' },
  ])
  expect((await write('DELETE', '/film_titles?id=eq.950')).body).toEqual([{ id: 950, title: 'Changed' }])
})

test('an empty object inserts a row of defaults', async () => {
  expect(await write('POST', '/log?select=line', {})).toMatchObject({ status: 201, body: [{ line: null }] })
})
