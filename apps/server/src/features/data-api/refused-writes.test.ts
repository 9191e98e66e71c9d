import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { CINEMA } from '../../test/data-api-schema.ts'
import { REPRESENTATION, writesTo } from '../../test/data-api-writes.ts'

/** Invalid writes: they are refused as a whole, with an explanation. */

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(CINEMA)
})
afterAll(() => api[Symbol.asyncDispose]())

const { write, actors } = writesTo(() => api)

test('updates and deletes need a filter, and with a limit an order', async () => {
  const before = await actors('')
  expect(await write('DELETE', '/actors')).toMatchObject({ status: 400, body: { code: '21000' } })
  expect(await write('PATCH', '/actors', { name: 'all' })).toMatchObject({
    status: 400,
    body: { code: '21000' },
  })
  expect(await write('DELETE', '/actors?id=gt.0&limit=1')).toMatchObject({
    status: 400,
    body: { code: 'PGRST109' },
  })
  expect(await actors('')).toEqual(before)
})

test('a request for one object writes exactly one row or none', async () => {
  const accept = { accept: 'application/vnd.pgrst.object+json' }
  const one = await write('POST', '/actors', { id: 170, name: 'one' }, REPRESENTATION, accept)
  expect(one.body).toEqual({ id: 170, name: 'one' })
  const two = await write(
    'POST',
    '/actors',
    [
      { id: 171, name: 'a' },
      { id: 172, name: 'b' },
    ],
    REPRESENTATION,
    accept,
  )
  expect(two).toMatchObject({
    status: 406,
    body: { code: 'PGRST116', details: 'The result contains 2 rows' },
  })
  expect(await actors('id=in.(171,172)')).toEqual([])
})

test('max-affected prevents larger writes, and tx=rollback writes nothing', async () => {
  await write('POST', '/actors', [
    { id: 180, name: 'a' },
    { id: 181, name: 'b' },
  ])
  const limit = `${REPRESENTATION},handling=strict,max-affected=1`
  expect(await write('DELETE', '/actors?id=in.(180,181)', undefined, limit)).toMatchObject({
    status: 400,
    body: { code: 'PGRST124' },
  })
  const dryRun = await write('DELETE', '/actors?id=in.(180,181)', undefined, `${REPRESENTATION},tx=rollback`)
  expect(dryRun.body).toHaveLength(2)
  expect(dryRun.headers.get('preference-applied')).toContain('tx=rollback')
  expect(await actors('id=in.(180,181)')).toHaveLength(2)
})

test.each<[what: string, path: string, body: unknown, status: number, code: string]>([
  ['a key that is taken', '/films', { id: 1, title: 'x' }, 409, '23505'],
  ['a null in a required column', '/films', { title: null }, 400, '23502'],
  ['a reference to nothing', '/films', { title: 'x', director_id: 99 }, 409, '23503'],
  ['a reference that is checked at the end', '/checked', { id: 7, amount: 1, parent: 77 }, 409, '23503'],
  ['a value that a check refuses', '/checked', { id: 8, amount: -1 }, 400, '23514'],
  ['a value that its domain refuses', '/films', { title: 'x', rating: 99 }, 400, '23514'],
  ['a value that the enum lacks', '/films', { title: 'x', mood: 'odd' }, 400, '22P02'],
  ['a generated column', '/films', { title: 'x', words: 'a' }, 400, '428C9'],
  ['a column that is not there', '/films', { titel: 'x' }, 400, 'PGRST204'],
  ['a table that is not there', '/film', { title: 'x' }, 404, 'PGRST205'],
  ['broken JSON', '/films', '{"title":', 400, 'PGRST102'],
  ['JSON that is no object', '/films', '5', 400, 'PGRST102'],
  ['an array of non-objects', '/films', '[1]', 400, 'PGRST102'],
  ['an empty body', '/films', '', 400, 'PGRST102'],
  ['a NUL character', '/actors', '{"id":1000,"name":"a\\u0000b"}', 400, '22P05'],
  [
    'JSON that is nested too deeply',
    '/films',
    `{"title":"x","about":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    400,
    '54001',
  ],
])('%s is refused, and nothing is written', async (_what, path, body, status, code) => {
  const before = await api.sql(
    'select (select count(*) from films) films, (select count(*) from checked) checked',
  )
  expect(await write('POST', path, body)).toMatchObject({ status, body: { code } })
  expect(
    await api.sql('select (select count(*) from films) films, (select count(*) from checked) checked'),
  ).toEqual(before)
})

test('a body of invalid UTF-8, of an unknown type, or that is too large is refused', async () => {
  const send = (body: string | Buffer, type: string) =>
    api.send('/actors', { method: 'POST', body, headers: { 'content-type': type } })
  expect(await send(Buffer.from([0x7b, 0xff, 0x7d]), 'application/json')).toMatchObject({
    status: 400,
    body: { code: 'PGRST102' },
  })
  expect(await send('x', 'image/png')).toMatchObject({ status: 400, body: { code: 'PGRST102' } })
  expect(await send('{}', ';;;')).toMatchObject({ status: 415, body: { code: 'PGRST102' } })
  const deep = `{"any":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect(await api.send('/rpc/echo', { method: 'POST', body: deep })).toMatchObject({
    status: 400,
    body: { code: '54001' },
  })
  // Injected: over a socket the refusal may arrive while the client still writes, which then fails.
  const huge = await api.app.inject({
    method: 'POST',
    url: `/p/${api.ref}/rest/v1/actors`,
    payload: Buffer.alloc(21 * 1024 * 1024, 0x20),
    headers: { apikey: api.keyOf('service_role'), 'content-type': 'application/json' },
  })
  expect([huge.statusCode, huge.json().code]).toEqual([413, 'PGRST102'])
  const many = JSON.stringify(
    Array.from({ length: 100_000 }, (_, n) => ({ line: `line ${n} ${'x'.repeat(80)}` })),
  )
  expect(many.length).toBeGreaterThan(10_000_000)
  expect(
    (await api.send('/log', { method: 'POST', body: many, headers: { prefer: 'count=exact' } })).headers.get(
      'content-range',
    ),
  ).toBe('*/100000')
})
