import { randomBelow } from '@basalt/testing/seeded-random.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

/** Random requests, each compared with equivalent SQL: both return the same rows. */

const SCHEMA = `
  create table owners (id int primary key, name text, rank int);
  create table things (id int primary key, n int, t text, b boolean, owner_id int references owners);
  create table parts (id int primary key, thing_id int references things, v int);
  insert into owners select i, case when i % 4 > 0 then 'owner ' || i % 3 end, nullif(i % 5, 0) from generate_series(1, 12) i;
  insert into things select i, nullif(i * 7 % 11, 3), case when i % 5 > 0 then chr(97 + i % 6) || ',' || i % 3 end,
    case i % 3 when 0 then true when 1 then false end, nullif(i % 14, 0) from generate_series(1, 60) i
    where i % 14 < 13;
  create table loose (like things including all);
  insert into loose select * from things;
  insert into parts select i, 1 + i * 13 % 12, nullif(i % 7, 2) from generate_series(1, 90) i;
`
const REQUESTS = 150

let api: DataApiFixture
let sql: pg.Client
beforeAll(async () => {
  api = await openDataApi(SCHEMA)
  sql = await api.connect()
})
afterAll(async () => {
  await sql.end()
  await api[Symbol.asyncDispose]()
})

type Random = ReturnType<typeof randomBelow>

/** The same expression as a query parameter and as SQL. */
interface Both {
  url: string
  sql: string
}

const columns: Record<string, Record<string, 'number' | 'text' | 'boolean'>> = {
  things: { id: 'number', n: 'number', t: 'text', b: 'boolean', owner_id: 'number' },
  owners: { id: 'number', name: 'text', rank: 'number' },
  parts: { id: 'number', thing_id: 'number', v: 'number' },
}
const texts = ['a,1', 'b,2', 'c,0', 'owner 1', 'owner 2', 'none', 'q"x']
const operators = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const oneOf = <T>(random: Random, list: readonly T[]) => list[random(list.length)]!
const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
const inQuotes = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** A test of one column, as a parameter's value or within a group. */
function leaf(random: Random, table: string, inGroup: boolean): { column: string } & Both {
  const column = oneOf(random, Object.keys(columns[table]!))
  const kind = columns[table]![column]!
  const isNegated = random(4) === 0
  const value = () => (kind === 'text' ? oneOf(random, texts) : String(random(14)))
  const written = (one: string) => (inGroup ? inQuotes(one) : one)
  const choice = random(kind === 'boolean' ? 2 : 5)
  const made: Both =
    choice === 0
      ? { url: 'is.null', sql: `${column} is null` }
      : kind === 'boolean'
        ? ((word: string) => ({ url: `is.${word}`, sql: `${column} is ${word}` }))(
            oneOf(random, ['true', 'false']),
          )
        : choice === 1
          ? ((list: string[]) => ({
              url: `in.(${list.map(inQuotes).join()})`,
              sql: `${column} in (${list.map(literal).join()})`,
            }))([value(), value(), value()])
          : choice === 2
            ? ((one: string) => ({
                url: `isdistinct.${written(one)}`,
                sql: `${column} is distinct from ${literal(one)}`,
              }))(value())
            : ((name: keyof typeof operators, one: string) => ({
                url: `${name}.${written(one)}`,
                sql: `${column} ${operators[name]} ${literal(one)}`,
              }))(oneOf(random, Object.keys(operators) as (keyof typeof operators)[]), value())
  return {
    column,
    url: `${isNegated ? 'not.' : ''}${made.url}`,
    sql: isNegated ? `not (${made.sql})` : made.sql,
  }
}

function group(random: Random, table: string, depth: number): Both {
  if (depth > 2 || random(3) > 0) {
    const { column, url, sql } = leaf(random, table, true)
    return { url: `${column}.${url}`, sql }
  }
  const operator = oneOf(random, ['and', 'or'])
  const isNegated = random(3) === 0
  const parts = Array.from({ length: 1 + random(3) }, () => group(random, table, depth + 1))
  return {
    url: `${isNegated ? 'not.' : ''}${operator}(${parts.map(({ url }) => url).join()})`,
    sql: `${isNegated ? 'not ' : ''}(${parts.map((part) => `(${part.sql})`).join(` ${operator} `)})`,
  }
}

/** Filters of one relation, whose parameters begin with `prefix`. */
function filters(
  random: Random,
  table: string,
  prefix: string,
): { params: [string, string][]; where: string } {
  const params: [string, string][] = []
  const where = ['true']
  for (let count = random(3); count > 0; count--) {
    if (random(3) > 0) {
      const { column, url, sql } = leaf(random, table, false)
      params.push([prefix + column, url])
      where.push(sql)
    } else {
      const operator = oneOf(random, ['and', 'or'])
      const parts = Array.from({ length: 1 + random(3) }, () => group(random, table, 1))
      params.push([prefix + operator, `(${parts.map(({ url }) => url).join()})`])
      where.push(`(${parts.map((part) => `(${part.sql})`).join(` ${operator} `)})`)
    }
  }
  return { params, where: where.map((one) => `(${one})`).join(' and ') }
}

/** A total order, a limit and an offset. */
function page(random: Random, table: string, prefix: string): { params: [string, string][]; sql: string } {
  const column = oneOf(random, Object.keys(columns[table]!))
  const direction = oneOf(random, ['asc', 'desc'])
  const nulls = oneOf(random, ['first', 'last'])
  const limit = random(3) === 0 ? random(6) : undefined
  const offset = random(4) === 0 ? random(4) : undefined
  return {
    params: [
      [`${prefix}order`, `${column}.${direction}.nulls${nulls},id`],
      ...(limit === undefined ? [] : [[`${prefix}limit`, String(limit)] as [string, string]]),
      ...(offset === undefined ? [] : [[`${prefix}offset`, String(offset)] as [string, string]]),
    ],
    sql:
      ` order by ${column} ${direction} nulls ${nulls}, id` +
      `${limit === undefined ? '' : ` limit ${limit}`}${offset === undefined ? '' : ` offset ${offset}`}`,
  }
}

function fields(random: Random, table: string): Both {
  const names = Object.keys(columns[table]!).filter((name) => name === 'id' || random(2) > 0)
  const parts = names.map((name, place) => {
    if (random(4) > 0) return { url: name, sql: `"${name}"` }
    const isText = random(2) > 0
    return {
      url: `x${place}:${name}${isText ? '::text' : ''}`,
      sql: `"${name}"${isText ? '::text' : ''} as "x${place}"`,
    }
  })
  return { url: parts.map(({ url }) => url).join(), sql: parts.map((part) => part.sql).join(', ') }
}

const query = (params: readonly [string, string][]) =>
  params.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')

/** A read of things, possibly with their owner and parts. */
function read(random: Random): Both {
  const own = fields(random, 'things')
  const chosen = filters(random, 'things', '')
  const paged = page(random, 'things', '')
  const select = [own.url]
  const selected = [own.sql]
  const params = [...chosen.params, ...paged.params]
  const where = [chosen.where]
  if (random(2) > 0) {
    const inner = fields(random, 'owners')
    const its = filters(random, 'owners', 'owners.')
    const isInner = random(3) === 0
    select.push(`owners${isInner ? '!inner' : ''}(${inner.url})`)
    params.push(...its.params)
    const from = `from owners where owners.id = things.owner_id and ${its.where.replaceAll(/\bid\b/g, 'owners.id')}`
    selected.push(
      `(select row_to_json(o) from (select ${inner.sql} from owners where owners.id = things.owner_id and (${its.where})) o) as owners`,
    )
    if (isInner) where.push(`exists (select ${from})`)
  }
  if (random(2) > 0) {
    const inner = fields(random, 'parts')
    const its = filters(random, 'parts', 'parts.')
    const theirs = page(random, 'parts', 'parts.')
    select.push(`parts(${inner.url})`)
    params.push(...its.params, ...theirs.params)
    selected.push(
      `(select coalesce(json_agg(p), '[]') from (select ${inner.sql} from (select * from parts where parts.thing_id = things.id and (${its.where})${theirs.sql}) parts) p) as parts`,
    )
  }
  return {
    url: `/things?select=${encodeURIComponent(select.join())}&${query(params)}`,
    sql: `select coalesce(json_agg(r), '[]') as rows from (select ${selected.join(', ')} from things where ${where.join(' and ')}${paged.sql}) r`,
  }
}

test.each([1, 2, 3, 4])('reads return what equivalent SQL returns (seed %i)', async (seed) => {
  const random = randomBelow(seed)
  for (let count = 0; count < REQUESTS; count++) {
    const both = read(random)
    const wanted = await sql.query(both.sql)
    const { status, body } = await api.send(both.url)
    expect({ status, body }, `${decodeURIComponent(both.url)}\n${both.sql}`).toEqual({
      status: 200,
      body: wanted.rows[0].rows,
    })
  }
})

test.each([5, 6])('writes change what equivalent SQL changes (seed %i)', async (seed) => {
  const random = randomBelow(seed)
  const headers = { prefer: 'tx=rollback,return=representation' }
  for (let count = 0; count < REQUESTS / 2; count++) {
    const chosen = filters(random, 'things', '')
    const path = `/loose?${query([...chosen.params, ['id', 'gt.0'], ['order', 'id'], ['select', 'id,n,t']])}`
    const isDelete = random(2) === 0
    const n = random(20)
    await sql.query('begin')
    const { rows } = await sql.query(
      `with written as (${isDelete ? 'delete from loose' : `update loose set n = ${n}, t = null`}
         where ${chosen.where} returning id, n, t)
       select * from written order by id`,
    )
    await sql.query('rollback')
    const answer = await (isDelete
      ? api.send(path, { method: 'DELETE', headers })
      : api.send(path, { method: 'PATCH', headers, body: JSON.stringify({ n, t: null }) }))
    expect({ status: answer.status, body: answer.body }, decodeURIComponent(path)).toEqual({
      status: 200,
      body: rows,
    })
  }
})
