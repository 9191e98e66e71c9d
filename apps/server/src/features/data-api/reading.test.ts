import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { CINEMA } from '../../test/data-api-schema.ts'

/** Each part of the query language for reading one relation, against a real database. */

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(CINEMA)
})
afterAll(() => api[Symbol.asyncDispose]())

/** The films that match a filter. */
test.each<[filter: string, ids: number[]]>([
  ['id=eq.1', [1]],
  ['id=neq.1', [2, 3, 4]],
  ['year=gt.1972', [1]],
  ['year=gte.1972', [1, 3]],
  ['year=lt.1972', [2]],
  ['year=lte.1972', [2, 3]],
  ['year=not.eq.1972', [1, 2]],
  ['title=like.*a*', [1, 3]],
  ['title=ilike.*R*', [1, 2, 3]],
  ['title=match.^[RI]', [1, 2]],
  ['title=imatch.^[ri]', [1, 2]],
  ['year=is.null', [4]],
  ['year=is.not_null', [1, 2, 3]],
  ['year=not.is.null', [1, 2, 3]],
  ['year=isdistinct.1972', [1, 2, 4]],
  ['year=not.isdistinct.1972', [3]],
  ['id=in.(1,3)', [1, 3]],
  ['title=in.("Ran","So,laris")', [1]],
  ['id=not.in.(1,3)', [2, 4]],
  ['id=in.()', []],
  ['mood=eq.calm', [2, 3]],
  ['mood=in.(calm,tense)', [1, 2, 3]],
  ['rating=gte.9', [1]],
  ['tags=cs.{war}', [1]],
  ['tags=cd.{war,king,queen}', [1]],
  ['tags=ov.{park,sea}', [2, 3]],
  ['tags=eq.{space,sea}', [3]],
  ['shown=cs.[1986,1987)', [1]],
  ['shown=ov.[1955,1975)', [2, 3]],
  ['shown=sl.[1975,1980)', [2]],
  ['shown=sr.[1960,1961)', [1, 3]],
  ['shown=nxr.[1970,1980)', [2, 3]],
  ['shown=nxl.[1972,1973)', [1, 3]],
  ['shown=adj.[1980,1985)', [1, 3]],
  ['words=fts.ran', [1]],
  ['words=fts(english).ran|solaris', [1, 3]],
  ['words=plfts.ran', [1]],
  ['words=phfts(english).ran', [1]],
  ['words=wfts.ran or ikiru', [1, 2]],
  ['words=not.fts.ran', [2, 3, 4]],
  ['title=fts(simple).solaris', [3]],
  ['about=cs.{"length":162}', [1]],
  ['about->>length=eq.143', [2]],
  ['about->length=gt.150', [1, 3]],
  ['about->cast->0->>name=eq.Nakadai', [1]],
  ['format->width=eq.4', [1]],
  ['tags->0=eq."war"', [1]],
  ['id=eq(any).{1,2}', [1, 2]],
  ['year=gt(all).{1960,1980}', [1]],
  ['title=like(any).{R*,S*}', [1, 3]],
  ['title=ilike(all).{*a*,*R*}', [1, 3]],
  ['title=match(any).{^R,^S}', [1, 3]],
  ['id=not.eq(any).{1,2}', [3, 4]],
  ['id=eq(all).{1}', [1]],
  ['year=gte(any).{1972,1990}', [1, 3]],
  ['year=lt(any).{1950,1972}', [2]],
  ['year=lte(all).{1972,1990}', [2, 3]],
  ['title=match(all).{^R,n$}', [1]],
  ['title=imatch(any).{^r,^s}', [1, 3]],
  ['or=(id.eq.1,title.eq.Ikiru)', [1, 2]],
  ['or=(id.eq.1,and(year.gt.1960,mood.eq.calm))', [1, 3]],
  ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
  ['and=(id.gt.1,not.or(id.eq.3,id.eq.4))', [2]],
  ['or=(title.eq."Ran",tags.cs.{sea,space},id.in.(4))', [1, 3, 4]],
  ['or=(about->>length.eq.143,year.is.null)', [2, 4]],
  ['year=gt.1950&year=lt.1980', [2, 3]],
  ['takings=eq.12345678901234567.89', [1]],
])('films?%s', async (filter, ids) => {
  const { status, body } = await api.send(`/films?select=id&order=id&${filter}`)
  expect({ status, body }).toEqual({ status: 200, body: ids.map((id) => ({ id })) })
})

test.each<[select: string, film: unknown]>([
  ['id,title', { id: 1, title: 'Ran' }],
  ['name:title', { name: 'Ran' }],
  ['year::text', { year: '1985' }],
  ['when:year::text', { when: '1985' }],
  ['year::double precision', { year: 1985 }],
  ['about->length', { length: 162 }],
  ['about->>length', { length: '162' }],
  ['first:about->cast->0->>name', { first: 'Nakadai' }],
  ['about->cast->-1->name', { name: 'Nakadai' }],
  ['about->>length::int', { length: 162 }],
  ['tags', { tags: ['war', 'king'] }],
  ['tags->0', { tags: 'war' }],
  ['format', { format: { width: 4, height: 3 } }],
  ['format->width', { width: 4 }],
  ['shown', { shown: '[1985,1990)' }],
  ['mood,rating', { mood: 'tense', rating: 9 }],
  ['shout', { shout: 'RAN' }],
  [' id , title ', { id: 1, title: 'Ran' }],
  ['"title"', { title: 'Ran' }],
])('films?select=%s', async (select, film) => {
  const { status, body } = await api.send(`/films?id=eq.1&select=${encodeURIComponent(select)}`)
  expect({ status, body }).toEqual({ status: 200, body: [film] })
})

test('numbers keep all their digits', async () => {
  expect((await api.send('/films?id=eq.1&select=takings')).text).toBe('[{"takings":12345678901234567.89}]')
})

test.each<[order: string, ids: number[]]>([
  ['id.desc', [4, 3, 2, 1]],
  ['year', [2, 3, 1, 4]],
  ['year.desc', [4, 1, 3, 2]],
  ['year.nullsfirst', [4, 2, 3, 1]],
  ['year.desc.nullslast', [1, 3, 2, 4]],
  ['mood.asc,id.desc', [3, 2, 1, 4]],
  ['about->>length.desc.nullslast', [3, 1, 2, 4]],
])('films?order=%s', async (order, ids) => {
  const { body } = await api.send(`/films?select=id&order=${order}`)
  expect(body).toEqual(ids.map((id) => ({ id })))
})

test.each<[select: string, rows: unknown]>([
  ['count()', [{ count: 4 }]],
  [
    'director_id,count()',
    [
      { director_id: 1, count: 2 },
      { director_id: 2, count: 1 },
      { director_id: null, count: 1 },
    ],
  ],
  ['year.max()', [{ max: 1985 }]],
  ['oldest:year.min(),total:takings.sum()::text', [{ oldest: 1952, total: '12345678901234867.89' }]],
  ['year.avg()::int', [{ avg: 1970 }]],
  ['about->length::int.sum()', [{ sum: 472 }]],
])('films?select=%s groups by the rest', async (select, rows) => {
  const order = select.startsWith('director_id') ? '&order=director_id' : ''
  const { status, body } = await api.send(`/films?select=${select}${order}`)
  expect({ status, body }).toEqual({ status: 200, body: rows })
})

test.each<[what: string, path: string, headers: Record<string, string>, status: number, range: string]>([
  ['all rows', '', {}, 200, '0-3/*'],
  ['a limit', 'limit=2', {}, 200, '0-1/*'],
  ['an offset', 'limit=2&offset=1', {}, 200, '1-2/*'],
  ['no rows', 'limit=0', {}, 200, '*/*'],
  ['a range', '', { range: '1-2' }, 200, '1-2/*'],
  ['an open range', '', { range: '2-' }, 200, '2-3/*'],
  ['a range within a limit', 'limit=2', { range: '1-3' }, 200, '1-1/*'],
  ['an exact count', 'limit=2', { prefer: 'count=exact' }, 206, '0-1/4'],
  ['an exact count of a filter', 'year=gt.1960', { prefer: 'count=exact' }, 200, '0-1/2'],
  ['an estimate of few rows', '', { prefer: 'count=estimated' }, 200, '0-3/4'],
  ['an offset beyond the end', 'offset=10', { prefer: 'count=exact' }, 416, '*/4'],
  ['a range that ends before it begins', '', { range: '3-1' }, 416, ''],
])('%s is reported in Content-Range', async (_what, path, headers, status, range) => {
  const answer = await api.send(`/films?select=id&order=id&${path}`, { headers })
  expect([answer.status, answer.headers.get('content-range') ?? '']).toEqual([status, range])
})

test('a planned count is the estimate of PostgreSQL', async () => {
  const { headers } = await api.send('/films?select=id&limit=1', { headers: { prefer: 'count=planned' } })
  expect(headers.get('content-range')).toMatch(/^0-0\/\d+$/)
})

test('HEAD answers like GET, without the rows', async () => {
  const { status, headers, text } = await api.send('/films', {
    method: 'HEAD',
    headers: { prefer: 'count=exact' },
  })
  expect([status, headers.get('content-range'), text]).toEqual([200, '0-3/4', ''])
})

test.each<[what: string, path: string, accept: string, text: string, type: string]>([
  [
    'one row as an object',
    '/films?id=eq.1&select=id',
    'application/vnd.pgrst.object+json',
    '{"id":1}',
    'application/vnd.pgrst.object+json; charset=utf-8',
  ],
  [
    'rows without nulls',
    '/films?id=eq.4&select=id,year',
    'application/vnd.pgrst.array+json;nulls=stripped',
    '[{"id":4}]',
    'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
  ],
  [
    'CSV',
    '/films?id=lt.3&select=id,tags,about->length&order=id',
    'text/csv',
    'id,tags,length\n1,"{war,king}",162\n2,{park},143',
    'text/csv; charset=utf-8',
  ],
  [
    'CSV of names and values in need of quotes',
    '/odd%20table',
    'text/csv',
    'id,"a,b",select,with.dot,it\'s\n1,"x,y",2,3,"q""r\\s"',
    'text/csv; charset=utf-8',
  ],
  ['CSV without rows', '/actors?id=eq.77', 'text/csv', 'id,name', 'text/csv; charset=utf-8'],
  [
    'the best accepted media type',
    '/actors?id=eq.1',
    'text/csv;q=0.2, application/json;q=0.9, image/png',
    '[{"id":1,"name":"Nakadai"}]',
    'application/json; charset=utf-8',
  ],
])('%s', async (_what, path, accept, text, type) => {
  const answer = await api.send(path, { headers: { accept } })
  expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([200, text, type])
})

test('names with any characters can be quoted', async () => {
  const select = encodeURIComponent('"a,b",select,"with.dot","it\'s"')
  const { body } = await api.send(
    `/odd%20table?select=${select}&"a,b"=eq.x,y&"with.dot"=eq.3&order="a,b".desc`,
  )
  expect(body).toEqual([{ 'a,b': 'x,y', select: 2, 'with.dot': 3, "it's": 'q"r\\s' }])
})

test('views and materialized views are read like tables', async () => {
  expect((await api.send('/long_films?select=name&order=length.desc')).body).toEqual([
    { name: 'Solaris' },
    { name: 'Ran' },
  ])
  expect((await api.send('/film_years?id=eq.1')).body).toEqual([{ id: 1, year: 1985 }])
})

test("responses have no more rows than the project's limit", async () => {
  await api.sql('insert into log(line) select n::text from generate_series(1, 1200) n')
  const { body, headers } = await api.send('/log?select=line', { headers: { prefer: 'count=exact' } })
  expect([body.length, headers.get('content-range')]).toEqual([1000, '0-999/1200'])
})

test('the root describes what the caller may do', async () => {
  const { body } = await api.send('/')
  expect(body.swagger).toBe('2.0')
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/', '/films', '/vault', '/rpc/add']))
  expect(body.definitions.films.properties.director_id.description).toContain(
    "<fk table='directors' column='id'/>",
  )
  expect(body.definitions.films.required).toEqual(['title'])
  const { body: forAnon } = await api.send('/', { key: api.keyOf('anon') })
  expect(Object.keys(forAnon.paths)).not.toContain('/vault')
})
