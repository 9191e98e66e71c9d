import {
  DIFFERING_ROWS_SHOWN,
  PAST_VALUE_SHOWN,
  type PastTableState,
  ROWS_BROUGHT_BACK_MAX,
} from '@basalt/contract/time-machine/time-machine.rules.ts'
import type {
  PastTable,
  RowsToBringBack,
  TableDifference,
} from '@basalt/contract/time-machine/time-machine.schema.ts'
import { type MergeableTable, readMergeableTables } from '@basalt/merge/rows/mergeable-table.ts'
import {
  type DifferentRow,
  differentRows,
  type PastPair,
  sharedColumns,
  valuesByKey,
} from '@basalt/merge/rows/past-rows.ts'
import type { RowKey, RowValues } from '@basalt/merge/rows/row-changes.ts'
import type { Run } from '@basalt/merge/statement.ts'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'

interface Runs {
  past: Run
  present: Run
}

interface Named {
  schema: string
  name: string
}

/** What PostgreSQL has counted of the tables of users: of partitioned ones, what it knows of all parts. */
const ESTIMATES = `
  select pg_catalog.json_build_array(n.nspname, c.relname)::text, nullif(c.reltuples, -1)::bigint
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and ${isOfUsers('n.nspname')}`

const isNamed =
  ({ schema, name }: Named) =>
  (table: MergeableTable) =>
    table.schema === schema && table.name === name

const nameIn = ([schema, name]: readonly [string, string]) => JSON.stringify([schema, name])

function stateOf(past: MergeableTable, present: MergeableTable | undefined): PastTableState {
  if (!present) return 'dropped'
  const own = past.problem ?? present.problem
  if (own) return own
  const sameKey =
    past.key.length === present.key.length &&
    past.key.every(({ name }, place) => name === present.key[place]!.name)
  return sameKey ? 'comparable' : 'key_changed'
}

const reasons: Record<Exclude<PastTableState, 'comparable'>, string> = {
  dropped: 'has been dropped since. Bring the whole table back',
  no_key: 'has no primary key, so its rows cannot be told apart. Compare it by SQL in the branch',
  unlogged: 'is unlogged, so no backup has its rows',
  key_changed: 'has another primary key since. Compare it by SQL in the branch',
}

/** The tables of users at a past moment. Those of files are left out: their bytes are not rows. */
export async function pastTables({ past, present }: Runs): Promise<PastTable[]> {
  const [before, now] = [await readMergeableTables(past), await readMergeableTables(present)]
  const rows = await past({ text: ESTIMATES, values: [] })
  const estimates = new Map(rows.map(([name, count]) => [nameIn(JSON.parse(name!)), count]))
  return before.flatMap((table) => {
    const { schema, name } = table
    const count = estimates.get(nameIn([schema, name]))
    if (count === undefined) return []
    return {
      schema,
      name,
      state: stateOf(table, now.find(isNamed(table))),
      estimated_rows: count === null ? null : Number(count),
    }
  })
}

/** Throws `not_found` for a table that the past moment does not have, and `conflict` for one that cannot be compared. */
export async function pairNamed({ past, present }: Runs, named: Named): Promise<PastPair> {
  const before = (await readMergeableTables(past)).find(isNamed(named))
  if (!before) throw notFound('Table', `${named.schema}.${named.name}`)
  const now = (await readMergeableTables(present)).find(isNamed(named))
  const state = stateOf(before, now)
  if (state !== 'comparable')
    throw new AppError('conflict', `${named.schema}.${named.name} ${reasons[state]}.`, { details: { state } })
  return { past: before, present: now! }
}

/** Counts all rows that differ, and has the values of the first ones. */
export async function tableDifference(runs: Runs, named: Named): Promise<TableDifference> {
  const pair = await pairNamed(runs, named)
  const counts = { deleted: 0, changed: 0, added: 0 }
  const first: DifferentRow[] = []
  for await (const row of differentRows(runs, pair)) {
    counts[row.fate] += 1
    if (first.length < DIFFERING_ROWS_SHOWN) first.push(row)
  }
  const columns = sharedColumns(pair)
  const keys = first.map(({ key }) => key)
  const before = await valuesByKey(runs.past, pair.past, columns, keys)
  const now = await valuesByKey(runs.present, pair.present, columns, keys)
  return {
    columns,
    key: pair.past.key.map(({ name }) => name),
    counts,
    rows: first.map(({ key, fate }) => {
      const [past, present] = [before.get(key), now.get(key)]
      return {
        key,
        fate,
        past: shown(past),
        present: shown(present),
        changed: past && present ? columns.filter((column) => past[column] !== present[column]) : [],
      }
    }),
  }
}

const shown = (values: RowValues | undefined) =>
  values === undefined
    ? null
    : Object.fromEntries(
        Object.entries(values).map(([column, value]) => [
          column,
          value !== null && value.length > PAST_VALUE_SHOWN ? `${value.slice(0, PAST_VALUE_SHOWN)}…` : value,
        ]),
      )

/**
 * The rows that get their past state, and the keys of those that are removed, as both sides are now. Throws `conflict` when
 * they are too many, and when a chosen row no longer differs.
 */
export async function rowsToWrite(
  runs: Runs,
  pair: PastPair,
  { fates, keys }: Pick<RowsToBringBack, 'fates' | 'keys'>,
): Promise<{ put: { key: RowKey; values: RowValues }[]; remove: RowKey[] }> {
  const chosen = keys && new Set(keys)
  const put: RowKey[] = []
  const remove: RowKey[] = []
  for await (const { key, fate } of differentRows(runs, pair)) {
    if (!(chosen ? chosen.has(key) : fates!.includes(fate))) continue
    if (put.length + remove.length >= ROWS_BROUGHT_BACK_MAX)
      throw new AppError(
        'conflict',
        `More than ${ROWS_BROUGHT_BACK_MAX} rows differ, which is too many for one step. Choose fewer rows, or restore the whole database.`,
      )
    if (fate === 'added') remove.push(key)
    else put.push(key)
  }
  if (chosen && put.length + remove.length < chosen.size)
    throw new AppError('conflict', 'Some of these rows have changed meanwhile. Compare the table again.')
  const values = await valuesByKey(runs.past, pair.past, sharedColumns(pair), put)
  return { put: put.map((key) => ({ key, values: values.get(key)! })), remove }
}
