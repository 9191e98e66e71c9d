import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { CINEMA } from '../../test/data-api-schema.ts'

/** Requests that nobody would think of, out of parts that each mean something: the server answers for none of them. */

const REQUESTS = 1200
const AT_ONCE = 8

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(CINEMA)
})
afterAll(() => api[Symbol.asyncDispose]())

/** A generator of numbers that are the same at every run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const random = randomFrom(42)
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
const columns = [
  'id',
  'title',
  'year',
  'name',
  'mood',
  'tags',
  'shown',
  'about',
  'format',
  'words',
  'takings',
  'shout',
  'budget',
  'nope',
  '"a,b"',
]
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

const field = () => oneOf(columns) + (random(5) ? '' : oneOf(['->a', '->>0', '->a->>b', '->-1']))
const item = (depth: number): string => {
  const kind = random(10)
  if (kind < 2) return '*'
  if (kind < 6) return `${random(3) ? '' : 'as:'}${field()}${random(4) ? '' : oneOf(casts)}`
  if (kind < 7) return oneOf(['count()', 'id.sum()', 'year.avg()::int', 'title.max()'])
  if (depth > 2) return 'id'
  const mark = oneOf(['', '', '!inner', '!left', '!films_studio', '!chief_id'])
  return `${random(4) ? '' : '...'}${oneOf([...tables, 'colleagues', 'maker', 'director_id', 'chief_id'])}${mark}(${some(0, 3, () => item(depth + 1)).join()})`
}
const operation = () => {
  const operator = oneOf(operators)
  return `${operator}.${operator === 'in' ? `(${some(0, 3, () => oneOf(values)).join()})` : oneOf(values)}`
}
const group = (depth: number): string =>
  `(${some(1, 3, () => (depth < 2 && !random(3) ? oneOf(['and', 'or', 'not.and']) + group(depth + 1) : `${field()}.${operation()}`)).join()})`
const param = (): [string, string] => {
  const path = random(4) ? '' : `${oneOf(tables)}.`
  const kind = random(8)
  if (kind === 0)
    return [
      `${path}order`,
      `${oneOf([...columns, 'directors(name)'])}${oneOf(['', '.desc', '.asc.nullsfirst'])}`,
    ]
  if (kind === 1) return [`${path}limit`, oneOf(['0', '2', '-1', '9007199254740991'])]
  if (kind === 2) return [`${path}offset`, oneOf(['0', '1', '9007199254740991'])]
  if (kind === 3) return [path + oneOf(['or', 'and', 'not.or']), group(0)]
  return [path + field(), operation()]
}
const body = () =>
  oneOf([
    () => JSON.stringify(Object.fromEntries(some(0, 3, () => '').map(() => [oneOf(columns), oneOf(values)]))),
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
  ]),
  prefer: some(0, 3, () =>
    oneOf([
      ...['return=representation', 'return=headers-only', 'count=exact', 'count=planned', 'count=estimated'],
      ...[
        'resolution=merge-duplicates',
        'resolution=ignore-duplicates',
        'missing=default',
        'tx=rollback',
        'handling=strict',
        'max-affected=1',
      ],
    ]),
  ).join(', '),
  ...(random(4) ? {} : { range: oneOf(['0-1', '5-2', '3-']) }),
})
const request = () => {
  const method = oneOf(['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'])
  const target = random(6)
    ? oneOf(tables)
    : `rpc/${oneOf(['add', 'films_since', 'one_film', 'total', 'listed', 'echo', 'twice'])}`
  const params = [
    ['select', some(0, 4, () => item(0)).join()] as [string, string],
    ...Array.from({ length: random(4) }, param),
  ]
  if (method !== 'GET' && !random(3))
    params.push([oneOf(['columns', 'on_conflict']), some(1, 2, () => oneOf(columns)).join()])
  const path = `/${encodeURIComponent(target).replace('%2F', '/')}?${params.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`
  const sends = method === 'POST' || method === 'PATCH' || method === 'PUT'
  return { method, path, headers: headers(), ...(sends && { body: body() }) }
}

test(`${REQUESTS} odd requests are answered or refused, and none fails`, async () => {
  const statuses = new Map<number, number>()
  for (let round = 0; round < REQUESTS / AT_ONCE; round++) {
    const requests = Array.from({ length: AT_ONCE }, request)
    const answers = await Promise.all(requests.map(({ path, ...rest }) => api.send(path, rest)))
    for (const [index, { status, text }] of answers.entries()) {
      if (status >= 500) expect.fail(`${JSON.stringify(requests[index])}: ${status} ${text}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  // Enough of them meant something.
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(REQUESTS / 20)
})
