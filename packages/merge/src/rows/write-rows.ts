import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import { countOf, type Run } from '../statement.ts'
import { checkForeignKeys, type ForeignKey, readForeignKeys } from './foreign-keys.ts'
import { hasKey, type MergeableTable, onlyTable } from './mergeable-table.ts'
import { commonColumns, type RowKey, type RowValues, type TablePair } from './row-changes.ts'
import type { RowWork } from './row-decisions.ts'

/** A table of the target as it is now, after changes of the schema, and what to do with its rows. */
export interface TableWork extends TablePair, Pick<RowWork, 'put' | 'remove' | 'renumber'> {
  readonly target: MergeableTable
}

/** Rows that were inserted or replaced, and deleted. */
export interface WrittenRows {
  readonly put: number
  readonly removed: number
}

/** A row that is to be inserted: texts by column of the target. */
type TargetValues = Record<string, string | null>

const ROWS_PER_STATEMENT = 1_000

/**
 * Triggers are off for the rest of the transaction: on the branch they have fired already, and deleting what other rows
 * reference must not delete those without anybody seeing it. Foreign keys are checked at the end.
 */
const WITHOUT_TRIGGERS = 'set local session_replication_role = replica'

/**
 * Writes rows in the transaction that is open, in which the tables are locked.
 * @throws OrphanFound
 */
export async function writeRows({
  target,
  branch,
  tables,
}: {
  target: Run
  /** Tells how far the sequences of the branch are. */
  branch: Run
  tables: readonly TableWork[]
}): Promise<WrittenRows> {
  const work = tables.filter(
    ({ put, remove, renumber }) => put.length > 0 || remove.length > 0 || renumber.length > 0,
  )
  if (work.length === 0) return { put: 0, removed: 0 }
  for (const table of work) await advanceSequences(target, branch, table)
  const foreignKeys = await readForeignKeys(
    target,
    work.map(({ target: { oid } }) => oid),
  )
  const numbers = new Map<number, Map<string, string>>()
  for (const table of work) numbers.set(table.target.oid, await newNumbers(target, table))

  await target({ text: WITHOUT_TRIGGERS, values: [] })
  let put = 0
  let removed = 0
  for (const table of work) {
    const own = numbers.get(table.target.oid)!
    const existing = await wholeRows(
      target,
      table,
      table.put.map(({ key }) => key),
    )
    removed += table.remove.length
    await deleteRows(target, table, [...table.remove, ...existing.keys()])
    const toTarget = commonColumns(table)
    const valuesFor = (values: RowValues, before: TargetValues = {}) =>
      withNewReferences(
        table,
        foreignKeys,
        numbers,
        Object.fromEntries(toTarget.map((column) => [column.target, values[column.branch]!])),
        before,
      )
    const rows = [
      ...table.put.map(({ key, values }) => valuesFor(values, existing.get(key))),
      ...table.renumber.map(({ key, values }) => ({
        ...valuesFor(values),
        [table.target.key[0]!.name]: own.get(JSON.parse(key)[0])!,
      })),
    ]
    put += rows.length
    await insertRows(target, table.target, rows)
  }
  await checkForeignKeys(target, foreignKeys)
  return { put, removed }
}

/** A reference to a row that gets a new number follows it. */
function withNewReferences(
  { target }: TableWork,
  foreignKeys: readonly ForeignKey[],
  numbers: ReadonlyMap<number, ReadonlyMap<string, string>>,
  values: TargetValues,
  before: TargetValues,
): TargetValues {
  const followed = { ...before, ...values }
  for (const { from, to, columns } of foreignKeys) {
    const [column, ...others] = columns
    const changed = numbers.get(to.oid)
    if (from.oid !== target.oid || !column || others.length > 0 || !changed) continue
    const next = changed.get(values[column[0]] ?? '')
    if (next !== undefined) followed[column[0]] = next
  }
  return followed
}

/** The sequence that numbers a table of one key column; undefined when there is none. */
export async function sequenceOfKey(run: Run, table: MergeableTable): Promise<string | undefined> {
  const [column, ...others] = table.key
  return column && others.length === 0 ? sequenceOf(run, table, column.name) : undefined
}

async function sequenceOf(run: Run, table: MergeableTable, column: string): Promise<string | undefined> {
  const [[sequence] = []] = await run({
    text: 'select pg_catalog.pg_get_serial_sequence($1, $2)',
    values: [quoteQualified(table.schema, table.name), column],
  })
  return sequence ?? undefined
}

/** Sets the sequences of the target past those of the branch, so that neither side's numbers are given out again. */
async function advanceSequences(target: Run, branch: Run, { branch: from, target: to, base }: TableWork) {
  for (const column of commonColumns({ branch: from, target: to, base })) {
    const [own, other] = [
      await sequenceOf(branch, from, column.branch),
      await sequenceOf(target, to, column.target),
    ]
    if (own === undefined || other === undefined) continue
    const [[last] = []] = await branch({ text: `select last_value from ${own} where is_called`, values: [] })
    if (last === undefined) continue
    await target({
      text: `select pg_catalog.setval($1::regclass, $2::bigint) from ${other}
        where last_value < $2::bigint or (last_value = $2::bigint and not is_called)`,
      values: [other, last],
    })
  }
}

/** The next numbers of the sequence, by the key that they replace. */
async function newNumbers(target: Run, { target: table, renumber }: TableWork) {
  const numbers = new Map<string, string>()
  if (renumber.length === 0) return numbers
  const sequence = await sequenceOfKey(target, table)
  if (sequence === undefined) throw new Error(`No sequence numbers the rows of ${table.schema}.${table.name}`)
  const rows = await target({
    text: 'select pg_catalog.nextval($1::regclass) from pg_catalog.generate_series(1, $2::int)',
    values: [sequence, String(renumber.length)],
  })
  for (const [place, { key }] of renumber.entries()) numbers.set(JSON.parse(key)[0], rows[place]![0]!)
  return numbers
}

/** Rows of the target with all of its columns, those too that the branch does not have. */
async function wholeRows(target: Run, { target: table }: TableWork, keys: readonly RowKey[]) {
  const found = new Map<RowKey, TargetValues>()
  const names = table.columns.map(({ name }) => name)
  for (const some of batches(keys)) {
    const rows = await target({
      text: `select u.k, ${names.map((name) => `t.${quoteIdentifier(name)}`).join(', ')}
        from pg_catalog.json_array_elements($1::json) u(k) join ${onlyTable(table)} t on ${hasKey(table, 't', 'u.k')}`,
      values: [`[${some.join(',')}]`],
    })
    for (const [key, ...values] of rows)
      found.set(key!, Object.fromEntries(names.map((name, place) => [name, values[place]!])))
  }
  return found
}

async function deleteRows(target: Run, { target: table }: TableWork, keys: readonly RowKey[]) {
  for (const some of batches(keys)) {
    const count = countOf(
      await target({
        text: `with gone as (delete from ${onlyTable(table)} t using pg_catalog.json_array_elements($1::json) u(k)
          where ${hasKey(table, 't', 'u.k')} returning 1) select pg_catalog.count(*) from gone`,
        values: [`[${some.join(',')}]`],
      }),
    )
    mustBe(count, some.length, table)
  }
}

async function insertRows(target: Run, table: MergeableTable, rows: readonly TargetValues[]) {
  // Columns that a row does not name get their default, so rows with the same columns go together.
  const byColumns = Map.groupBy(rows, (row) => JSON.stringify(Object.keys(row).sort()))
  for (const [names, same] of byColumns) {
    const columns = (JSON.parse(names) as string[]).map(
      (name) => table.columns.find((column) => column.name === name)!,
    )
    for (const some of batches(same)) {
      const count = countOf(
        await target({
          text: `with made as (insert into ${quoteQualified(table.schema, table.name)}
            (${columns.map(({ name }) => quoteIdentifier(name)).join(', ')}) overriding system value
            select ${columns.map(({ type }, place) => `(r ->> ${place})::${type}`).join(', ')}
            from pg_catalog.json_array_elements($1::json) r returning 1) select pg_catalog.count(*) from made`,
          values: [JSON.stringify(some.map((row) => columns.map(({ name }) => row[name]!)))],
        }),
      )
      mustBe(count, some.length, table)
    }
  }
}

/** A rule of the table may have written another number. */
function mustBe(count: number, expected: number, { schema, name }: MergeableTable) {
  if (count === expected) return
  throw new Error(
    `${count} instead of ${expected} rows of ${schema}.${name} were written. Does the table have rules?`,
  )
}

function* batches<T>(list: readonly T[]) {
  for (let from = 0; from < list.length; from += ROWS_PER_STATEMENT)
    yield list.slice(from, from + ROWS_PER_STATEMENT)
}
