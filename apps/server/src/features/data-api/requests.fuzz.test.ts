import { randomBelow } from '@basalt/testing/seeded-random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { CINEMA } from '../../test/data-api-schema.ts'

/**
 * Random requests of meaningful parts: the server must not fail at any. They depend only on the seed; for a longer search:
 * `BASALT_FUZZ_SEED=7 BASALT_FUZZ_REQUESTS=20000 vitest run requests.fuzz`.
 */

const { BASALT_FUZZ_SEED: SEED = '42', BASALT_FUZZ_REQUESTS = '1200' } = process.env
const REQUESTS = Number(BASALT_FUZZ_REQUESTS)
const AT_ONCE = 8

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(CINEMA)
})
afterAll(() => api[Symbol.asyncDispose]())

const random = randomBelow(Number(SEED))
const oneOf = <T>(list: readonly T[]) => list[random(list.length)]!
const some = (least: number, most: number, make: () => string) =>
  Array.from({ length: least + random(most - least + 1) }, make)

const tables = [
  'films',
  'directors',
  'studios',
  'actors',
  'roles',
  'film_facts',
  'long_films',
  'odd table',
  'nothing',
]
/** Mostly existing names, so that requests get as far as the database. */
const columnsOf: Record<string, string[]> = {
  films: 'id title year mood tags shown about format words takings shout director_id'.split(' '),
  directors: ['id', 'name', 'born', 'chief_id'],
  studios: ['id', 'name', 'city'],
  actors: ['id', 'name'],
  roles: ['film_id', 'actor_id', 'name'],
  film_facts: ['film_id', 'budget'],
  long_films: ['id', 'name', 'director_id', 'length'],
}
const relationsOf: Record<string, string[]> = {
  films: 'directors actors roles film_facts colleagues maker director_id studios!films_studio'.split(' '),
  directors: ['films', 'long_films', 'chief_id', 'directors!chief_id'],
  studios: ['films!films_studio', 'films!films_former_studio'],
  actors: ['films', 'roles'],
  roles: ['films', 'actors'],
  film_facts: ['films'],
  long_films: ['directors'],
}
const anyColumn = ['id', 'title', 'year', 'name', 'budget', 'nope', '"a,b"']
const values = [
  '1',
  'x',
  '',
  'null',
  '{a,b}',
  '[1,5)',
  '{"a":1}',
  "it's",
  '"',
  '*',
  '9'.repeat(40),
  'calm',
  '2020-01-01',
  'NaN',
  '🎬',
]
const operators = [
  'eq',
  'neq',
  'gt',
  'lte',
  'like',
  'ilike',
  'match',
  'is',
  'in',
  'cs',
  'cd',
  'ov',
  'sl',
  'adj',
  'fts',
  'wfts(english)',
  'isdistinct',
  'eq(any)',
  'not.eq',
]
const casts = ['::text', '::int', '::jsonb', '::int[]', '::nothing']

const column = (table: string) => (random(15) ? oneOf(columnsOf[table] ?? anyColumn) : oneOf(anyColumn))
const relation = (table: string) => oneOf(random(12) ? (relationsOf[table] ?? tables) : tables)
const field = (table: string) => column(table) + (random(9) ? '' : oneOf(['->a', '->>0', '->a->>b', '->-1']))
const item = (table: string, depth: number): string => {
  const kind = random(12)
  if (kind < 2) return '*'
  if (kind < 8) return `${random(3) ? '' : 'as:'}${field(table)}${random(7) ? '' : oneOf(casts)}`
  if (kind < 9) return oneOf(['count()', `${field(table)}.max()`, `${field(table)}.sum()`])
  if (depth > 2) return column(table)
  const name = relation(table)
  const below = name.split('!')[0]!
  return `${random(4) ? '' : '...'}${name}${oneOf(['', '', '', '!inner', '!left'])}(${some(0, 3, () => item(below, depth + 1)).join()})`
}
const operation = () => {
  const operator = oneOf(operators)
  return `${operator}.${operator === 'in' ? `(${some(0, 3, () => oneOf(values)).join()})` : oneOf(values)}`
}
const group = (table: string, depth: number): string =>
  `(${some(1, 3, () => (depth < 2 && !random(3) ? oneOf(['and', 'or', 'not.and']) + group(table, depth + 1) : `${field(table)}.${operation()}`)).join()})`
const param = (table: string): [string, string] => {
  const isBelow = random(6) === 0
  const path = isBelow ? `${relation(table).split('!')[0]}.` : ''
  const of = isBelow ? path.slice(0, -1) : table
  const kind = random(8)
  if (kind < 2)
    return [
      `${path}order`,
      `${random(8) ? column(of) : 'directors(name)'}${oneOf(['', '.desc', '.asc.nullsfirst'])}`,
    ]
  if (kind === 2) return [`${path}limit`, oneOf(['0', '2', '-1', '9007199254740991'])]
  if (kind === 3) return [`${path}offset`, oneOf(['0', '1', '9007199254740991'])]
  if (kind === 4) return [path + oneOf(['or', 'and', 'not.or']), group(of, 0)]
  if (kind === 5)
    return [path + oneOf(['id', 'name', 'year']), oneOf(['eq.1', 'gt.0', 'not.is.null', 'in.(1,2)', 'neq.7'])]
  return [path + field(of), operation()]
}
const body = (table: string) =>
  oneOf([
    () => JSON.stringify(Object.fromEntries(some(0, 3, () => '').map(() => [column(table), oneOf(values)]))),
    () =>
      JSON.stringify([
        { id: random(1000), name: oneOf(values) },
        { id: random(1000), name: null },
      ]),
    () =>
      oneOf(['', '{', '[]', '[1]', 'null', '[{}]', '{"id":1e400}', '{"id":"\\ud800"}', '[{"a":1},{"b":2}]']),
  ])()
const headers = () => ({
  accept: oneOf([
    '*/*',
    'text/csv',
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.array+json;nulls=stripped',
    'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|wal',
    ...['text/plain', 'text/xml', 'application/octet-stream', 'image/*;q=0.1, */*;q=x'],
  ]),
  ...(random(6)
    ? {}
    : { 'content-type': oneOf(['text/csv', 'application/x-www-form-urlencoded', 'text/plain', 'text/xml']) }),
  prefer: some(0, 3, () =>
    oneOf([
      ...['return=representation', 'return=headers-only', 'count=exact', 'count=planned', 'count=estimated'],
      ...[
        'resolution=merge-duplicates',
        'resolution=ignore-duplicates',
        'missing=default',
        'missing=null',
        'tx=rollback',
        'tx=commit',
        'handling=strict',
        'handling=lenient',
        'max-affected=0',
        'max-affected=1',
        'timezone=Asia/Tokyo',
        'timezone=Nowhere',
      ],
    ]),
  ).join(', '),
  ...(random(4) ? {} : { range: oneOf(['0-1', '5-2', '3-']) }),
})
const request = (isReading: boolean) => {
  const method = oneOf(isReading ? ['GET', 'GET', 'HEAD'] : ['POST', 'PATCH', 'DELETE', 'PUT'])
  const target = random(6)
    ? oneOf(tables)
    : `rpc/${oneOf([
        ...['add', 'films_since', 'one_film', 'total', 'listed', 'echo', 'twice'],
        ...['pair', 'counted', 'echo_text', 'size_of', 'asked', 'who'],
      ])}`
  const params = [
    ['select', some(0, 4, () => item(target, 0)).join()] as [string, string],
    ...Array.from({ length: random(3) }, () => param(target)),
  ]
  if (method !== 'GET' && !random(3))
    params.push([oneOf(['columns', 'on_conflict']), some(1, 2, () => column(target)).join()])
  const path = `/${encodeURIComponent(target).replace('%2F', '/')}?${params.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`
  const sends = method === 'POST' || method === 'PATCH' || method === 'PUT'
  return { method, path, headers: headers(), ...(sends && { body: body(target) }) }
}

test(`${REQUESTS} random requests succeed or are refused, and none fails (seed ${SEED})`, async () => {
  const statuses = new Map<number, number>()
  const look = async (sent: ReturnType<typeof request>) => {
    const { path, ...rest } = sent
    const { status, text } = await api.send(path, rest)
    if (status >= 500) expect.fail(`${JSON.stringify(sent)}: ${status} ${text}`)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  for (let round = 0; round < REQUESTS / AT_ONCE; round++) {
    // One write at a time: two could deadlock.
    await look(request(false))
    await Promise.all(Array.from({ length: AT_ONCE - 1 }, () => look(request(true))))
  }
  // Enough of them were valid.
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(REQUESTS / 20)
})
