import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { Run } from '../statement.ts'
import { hasKey, keyOf, type MergeableTable, onlyTable } from './mergeable-table.ts'
import { commonColumns, type RowKey, type RowValues } from './row-changes.ts'

/** What happened to a row since a past moment. */
export type RowFate = 'deleted' | 'changed' | 'added'

export interface DifferentRow {
  readonly key: RowKey
  readonly fate: RowFate
}

/** The same table at a past moment and now. */
export interface PastPair {
  readonly past: MergeableTable
  readonly present: MergeableTable
}

/** Rows of a database that are read at once. */
const FETCHED_ROWS = 5_000
/** Keys of one statement. */
const KEYS_PER_READ = 1_000

interface DigestedRow {
  readonly key: RowKey
  readonly digest: string
}

/** The columns that both have, by name. */
export const sharedColumns = ({ past, present }: PastPair): string[] =>
  commonColumns({ branch: past, target: present, base: undefined }).map(({ branch }) => branch)

/** The key and a digest of each row, in the order of the bytes of their keys. Needs a transaction. */
async function* digestedRows(
  run: Run,
  table: MergeableTable,
  columns: readonly string[],
): AsyncGenerator<DigestedRow, void, undefined> {
  const values = columns.map((name) => `t.${quoteIdentifier(name)}`).join(', ')
  await run({
    text: `declare basalt_past_rows no scroll cursor for
      select k.key, pg_catalog.hashtextextended(pg_catalog.format('%s', row(${values})), 0)
      from ${onlyTable(table)} t, lateral (select pg_catalog.to_json(${keyOf(table, 't')})::text) k(key)
      order by k.key collate pg_catalog."C"`,
    values: [],
  })
  const fetch = { text: `fetch ${FETCHED_ROWS} from basalt_past_rows`, values: [] }
  try {
    for (let rows = await run(fetch); rows.length > 0; rows = await run(fetch))
      for (const [key, digest] of rows) yield { key: key!, digest: digest! }
  } finally {
    await run({ text: 'close basalt_past_rows', values: [] })
  }
}

/**
 * The rows that differ between a past moment and now, sorted by the bytes of their keys. Both sides are read as a stream, so
 * that the memory does not grow with the table. Rows count as different when a column that both have has another value.
 */
export async function* differentRows(
  { past, present }: { past: Run; present: Run },
  pair: PastPair,
): AsyncGenerator<DifferentRow, void, undefined> {
  const columns = sharedColumns(pair)
  const before = digestedRows(past, pair.past, columns)
  const now = digestedRows(present, pair.present, columns)
  try {
    let [old, current] = [await before.next(), await now.next()]
    while (!old.done || !current.done) {
      const order = old.done ? 1 : current.done ? -1 : compareKeys(old.value.key, current.value.key)
      if (order < 0) yield { key: old.value!.key, fate: 'deleted' }
      if (order > 0) yield { key: current.value!.key, fate: 'added' }
      if (order === 0 && old.value!.digest !== current.value!.digest)
        yield { key: old.value!.key, fate: 'changed' }
      if (order <= 0) old = await before.next()
      if (order >= 0) current = await now.next()
    }
  } finally {
    await before.return()
    await now.return()
  }
}

/** As PostgreSQL orders them in the collation C, by bytes. */
const compareKeys = (one: RowKey, other: RowKey) =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other))

/** The values of rows by key, those of the given columns. */
export async function valuesByKey(
  run: Run,
  table: MergeableTable,
  columns: readonly string[],
  keys: readonly RowKey[],
): Promise<Map<RowKey, RowValues>> {
  const found = new Map<RowKey, RowValues>()
  for (let from = 0; from < keys.length; from += KEYS_PER_READ) {
    const rows = await run({
      text: `select u.k, ${columns.map((name) => `t.${quoteIdentifier(name)}`).join(', ')}
        from pg_catalog.json_array_elements($1::json) u(k)
        join ${onlyTable(table)} t on ${hasKey(table, 't', 'u.k')}`,
      values: [`[${keys.slice(from, from + KEYS_PER_READ).join(',')}]`],
    })
    for (const [key, ...values] of rows)
      found.set(key!, Object.fromEntries(columns.map((name, place) => [name, values[place]!])))
  }
  return found
}
