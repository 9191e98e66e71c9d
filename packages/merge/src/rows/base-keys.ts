import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import type { Run, Statement } from '../statement.ts'
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
}

/** Keys of a branch of a branch are those of its own moment. */
export const CREATE_BASE = `
  drop table if exists ${KEYS}, ${TABLES};
  create table ${TABLES} (relation oid primary key, key smallint[] not null, last_column smallint not null,
    is_kept boolean not null);
  create table ${KEYS} (relation oid not null, key text[] not null)`

/** Keys are stored table by table, so this small index finds those of one table. */
export const INDEX_BASE = `create index on ${KEYS} using brin (relation) with (pages_per_range = 16)`

/** Statements that keep the keys of a table. Key columns are read as texts by `SESSION_SETTINGS`. */
export function keepKeys(table: MergeableTable, isKept: boolean): Statement[] {
  const numbers = table.key.map(({ number }) => number)
  const noted = {
    text: `insert into ${TABLES} values ($1, $2, $3, $4)`,
    values: [
      String(table.oid),
      `{${numbers.join(',')}}`,
      String(Math.max(...table.columns.map(({ number }) => number))),
      String(isKept),
    ],
  }
  if (!isKept) return [noted]
  return [
    noted,
    {
      text: `insert into ${KEYS} select $1::oid, ${keyOf(table, 't')} from ${onlyTable(table)} t`,
      values: [String(table.oid)],
    },
  ]
}

/** Undefined when nothing is kept, as for branches without data. */
export async function readBase(run: Run): Promise<ReadonlyMap<number, BaseTable> | undefined> {
  const [[exists] = []] = await run({
    text: 'select pg_catalog.to_regclass($1) is not null',
    values: [KEYS],
  })
  if (exists !== 't') return undefined
  const rows = await run({
    text: `select relation, pg_catalog.to_json(key), last_column, is_kept from ${TABLES}`,
    values: [],
  })
  return new Map(
    rows.map(([oid, key, lastColumn, isKept]) => [
      Number(oid),
      {
        oid: Number(oid),
        key: JSON.parse(key!) as number[],
        lastColumn: Number(lastColumn),
        isKept: isKept === 't',
      },
    ]),
  )
}

/** An SQL query of the keys of a table, with the column `key`. */
export const keysOfBase = (oid: number) => `select key from ${KEYS} where relation = ${oid}`
