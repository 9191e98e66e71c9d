import { createHash } from 'node:crypto'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import type { Run } from '../statement.ts'
import { keyOf, type MergeableTable, onlyTable } from './mergeable-table.ts'

/** The tables with what is kept. */
export const BASE_TABLES = ['base_tables', 'base_keys'].map((name) => `${BOOKKEEPING_SCHEMA}.${name}`)

const [TABLES, KEYS] = BASE_TABLES as [string, string]

/**
 * What a branch keeps of the moment of branching: which rows each table had. Without it, a row that only the branch has
 * could be new or deleted by the other side.
 */
export interface BaseTable {
  readonly oid: number
  /** Positions of its key columns. */
  readonly key: readonly number[]
  /** Position of its last column: those that are added later have higher ones. */
  readonly lastColumn: number
  /** False for a table that had too many rows. */
  readonly isKept: boolean
  /** Positions of the columns of whose values a digest is kept; undefined for a large table, and for older branches. */
  readonly digested: readonly number[] | undefined
}

/** Keys of a branch of a branch are those of its own moment. */
export const DROP_BASE = `drop table if exists ${KEYS}, ${TABLES}`

export const CREATE_BASE = `
  create table ${TABLES} (relation oid primary key, key smallint[] not null, last_column smallint not null,
    is_kept boolean not null, digested smallint[]);
  create table ${KEYS} (relation oid not null, key text[] not null, digests bigint[])`

/** Keys are stored table by table, so this small index finds those of one table. */
export const INDEX_BASE = `create index on ${KEYS} using brin (relation) with (pages_per_range = 16)`

/** How much is kept of the rows of a table. */
export type Kept = 'nothing' | 'keys' | 'digests'

/** Statements that keep the keys of a table. Key columns are read as texts by `SESSION_SETTINGS`. */
export function keepKeys(table: MergeableTable, kept: Kept): string[] {
  const { oid, key, columns } = table
  const numbers = columns.map(({ number }) => number)
  const noted = `insert into ${TABLES} values (${oid}, ${numbersOf(key.map(({ number }) => number))},
    ${Math.max(...numbers)}, ${kept !== 'nothing'}, ${kept === 'digests' ? numbersOf(numbers) : 'null'})`
  if (kept === 'nothing') return [noted]
  const digests = kept === 'digests' ? digestsOf(table, 't') : 'null'
  return [
    noted,
    `insert into ${KEYS} select ${oid}::oid, ${keyOf(table, 't')}, ${digests} from ${onlyTable(table)} t`,
  ]
}

const numbersOf = (numbers: readonly number[]) => `'{${numbers.join(',')}}'`

/** Digests of the values of a row, in the order of the columns; null for null. See `digestOf`. */
const digestsOf = ({ columns }: MergeableTable, alias: string) =>
  `array[${columns
    .map(({ name }) => {
      const value = `${alias}.${quoteIdentifier(name)}`
      // Not "is null", which is true of a composite value whose fields are null.
      return `case when ${value} is distinct from null then
        ('x' || pg_catalog.left(pg_catalog.md5(pg_catalog.format('%s', ${value})), 16))::bit(64)::bigint end`
    })
    .join(', ')}]`

/** The digest of a value that PostgreSQL has written as text. */
export const digestOf = (value: string | null): string =>
  value === null ? 'NULL' : String(createHash('md5').update(value).digest().readBigInt64BE())

/** Undefined when nothing is kept, as for branches without data. */
export async function readBase(run: Run): Promise<ReadonlyMap<number, BaseTable> | undefined> {
  const [[exists] = []] = await run({
    text: 'select pg_catalog.to_regclass($1) is not null',
    values: [KEYS],
  })
  if (exists !== 't') return undefined
  const rows = await run({
    // Branches of earlier versions have no column of that name.
    text: `select relation, pg_catalog.to_json(key), last_column, is_kept,
      pg_catalog.to_json(t) ->> 'digested' from ${TABLES} t`,
    values: [],
  })
  return new Map(
    rows.map(([oid, key, lastColumn, isKept, digested]) => [
      Number(oid),
      {
        oid: Number(oid),
        key: JSON.parse(key!) as number[],
        lastColumn: Number(lastColumn),
        isKept: isKept === 't',
        digested: digested === null ? undefined : (JSON.parse(digested!) as number[]),
      },
    ]),
  )
}

/** An SQL query of the keys of a table, with the columns `key` and `digests`, a text. */
export const keysOfBase = ({ oid, digested }: BaseTable) =>
  `select key, ${digested ? 'digests::text' : 'null'} as digests from ${KEYS} where relation = ${oid}`
