import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { Run, TextRow } from '../statement.ts'
import { type BaseTable, keysOfBase } from './base-keys.ts'
import { hasKey, keyOf, type MergeableTable, onlyTable } from './mergeable-table.ts'

/** The moment of branching: what tells whether a row is older. */
export interface ForkPoint {
  /** The first transaction that the sides do not have in common, as a 64-bit id. */
  readonly nextXid: string
  /** Transactions below it that had not committed: their rows are those of the source alone. */
  readonly uncommittedXids: readonly string[]
}

/** Both sides of a table. `target` is undefined for a table that the branch has created. */
export interface TablePair {
  readonly branch: MergeableTable
  readonly target: MergeableTable | undefined
  /** The table at the moment of branching; undefined for one that the branch has created. */
  readonly base: BaseTable | undefined
}

/** Values by column of the branch; null is SQL's null. */
export type RowValues = Readonly<Record<string, string | null>>

/** The key of a row, as the JSON of its texts. */
export type RowKey = string

/**
 * Why a change needs a decision: both sides inserted or updated the row with other values, the target deleted what the
 * branch updated, or updated what the branch deleted.
 */
export type RowConflict = 'both_inserted' | 'both_updated' | 'deleted_by_target' | 'updated_by_target'

/** What the branch did to a row since the moment of branching, and what the target has in its place. */
export interface RowChange {
  readonly key: RowKey
  readonly kind: 'insert' | 'update' | 'delete'
  /** Undefined for a row that the branch deleted. */
  readonly branch: RowValues | undefined
  /** Undefined for a row that the target does not have. */
  readonly target: RowValues | undefined
  readonly conflict: RowConflict | undefined
}

interface BranchRow {
  readonly key: RowKey
  readonly isInBase: boolean
  readonly values: RowValues | undefined
}

interface TargetRow {
  readonly isNew: boolean
  readonly values: RowValues
}

/** Keys of one statement. */
const KEYS_PER_READ = 5_000

const xid = (id: string) => String(BigInt(id) % 2n ** 32n)

const isNew = (alias: string, { nextXid }: ForkPoint) =>
  `pg_catalog.age(${alias}.xmin) <= pg_catalog.age('${xid(nextXid)}'::xid)`

const isNewOnTarget = (alias: string, fork: ForkPoint) =>
  `(${isNew(alias, fork)} or ${alias}.xmin = any ('{${fork.uncommittedXids.map(xid).join(',')}}'::xid[]))`

/**
 * The columns of the branch that the target has too. Columns of the moment of branching are the same by their position,
 * which renames keep; later ones by their name. All of them for a table that the target does not have.
 */
export function commonColumns({ branch, target, base }: TablePair): { branch: string; target: string }[] {
  const last = base?.lastColumn ?? 0
  return branch.columns.flatMap(({ name, number }) => {
    const other = target?.columns.find((column) =>
      number <= last ? column.number === number : column.number > last && column.name === name,
    )
    return other || !target ? [{ branch: name, target: other?.name ?? name }] : []
  })
}

const valuesOf = (names: readonly string[], row: TextRow): RowValues =>
  Object.fromEntries(names.map((name, place) => [name, row[place]!]))

const selected = (names: readonly string[], alias: string) =>
  names.map((name) => `${alias}.${quoteIdentifier(name)}`).join(', ')

/** The rows of the branch that are newer than the moment of branching, and the keys of those that it deleted. */
async function branchRows(
  run: Run,
  { branch: table, base: shared }: TablePair,
  fork: ForkPoint,
  limit: number,
): Promise<BranchRow[]> {
  const names = table.columns.map(({ name }) => name)
  const columns = selected(names, 't')
  const key = keyOf(table, 't')
  if (!shared) {
    const rows = await run({
      text: `select pg_catalog.to_json(${key}), ${columns} from ${onlyTable(table)} t limit ${limit}`,
      values: [],
    })
    return rows.map(([id, ...values]) => ({ key: id!, isInBase: false, values: valuesOf(names, values) }))
  }
  const base = keysOfBase(table.oid)
  const written = await run({
    text: `select pg_catalog.to_json(${key}), b.key is not null, ${columns}
      from ${onlyTable(table)} t left join (${base}) b on b.key = ${key}
      where ${isNew('t', fork)} limit ${limit}`,
    values: [],
  })
  const deleted = await run({
    text: `select pg_catalog.to_json(b.key) from (${base}) b
      where not exists (select from ${onlyTable(table)} t where ${key} = b.key) limit ${limit}`,
    values: [],
  })
  return [
    ...written.map(([id, isInBase, ...values]) => ({
      key: id!,
      isInBase: isInBase === 't',
      values: valuesOf(names, values),
    })),
    ...deleted.map(([id]) => ({ key: id!, isInBase: true, values: undefined })),
  ]
}

/** The rows of the target with these keys. Their values are named as the branch names the columns. */
async function targetRows(
  run: Run,
  pair: TablePair,
  keys: readonly RowKey[],
  fork: ForkPoint,
): Promise<Map<RowKey, TargetRow>> {
  const found = new Map<RowKey, TargetRow>()
  const table = pair.target
  if (!table) return found
  const common = commonColumns(pair)
  const names = common.map(({ branch }) => branch)
  const columns = selected(
    common.map(({ target }) => target),
    't',
  )
  for (let from = 0; from < keys.length; from += KEYS_PER_READ) {
    const rows = await run({
      text: `select u.k, ${isNewOnTarget('t', fork)}, ${columns}
        from pg_catalog.json_array_elements($1::json) u(k)
        join ${onlyTable(table)} t on ${hasKey(table, 't', 'u.k')}`,
      values: [`[${keys.slice(from, from + KEYS_PER_READ).join(',')}]`],
    })
    for (const [key, isNewer, ...values] of rows)
      found.set(key!, { isNew: isNewer === 't', values: valuesOf(names, values) })
  }
  return found
}

const isSame = (branch: RowValues, target: RowValues) =>
  Object.entries(target).every(([column, value]) => branch[column] === value)

/** What the branch did to one row. Undefined when the target has the same, or the row is gone on both sides. */
export function mergeRow(branch: BranchRow, target: TargetRow | undefined): RowChange | undefined {
  const { key, isInBase, values } = branch
  const change = { key, branch: values, target: target?.values }
  if (values === undefined)
    return target && { ...change, kind: 'delete', conflict: target.isNew ? 'updated_by_target' : undefined }
  if (target && isSame(values, target.values)) return undefined
  if (!isInBase) return { ...change, kind: 'insert', conflict: target && 'both_inserted' }
  if (!target) return { ...change, kind: 'update', conflict: 'deleted_by_target' }
  return { ...change, kind: 'update', conflict: target.isNew ? 'both_updated' : undefined }
}

/** A table of which the branch changed more rows than can be merged. */
export class TooManyChanges extends Error {}

/**
 * What the branch did to the rows of a table since the moment of branching, sorted by key.
 * @throws TooManyChanges
 */
export async function readRowChanges({
  branch,
  target,
  pair,
  fork,
  max,
}: {
  branch: Run
  target: Run
  pair: TablePair
  fork: ForkPoint
  max: number
}): Promise<RowChange[]> {
  const rows = await branchRows(branch, pair, fork, max + 1)
  if (rows.length > max)
    throw new TooManyChanges(
      `The branch changed more than ${max} rows of ${pair.branch.schema}.${pair.branch.name}, which is too many to merge.`,
    )
  const others = await targetRows(
    target,
    pair,
    rows.map(({ key }) => key),
    fork,
  )
  return rows
    .flatMap((row) => mergeRow(row, others.get(row.key)) ?? [])
    .sort((a, b) => compareKeys(JSON.parse(a.key), JSON.parse(b.key)))
}

const inOrder = new Intl.Collator('en', { numeric: true })

function compareKeys(one: readonly string[], other: readonly string[]): number {
  for (const [place, text] of one.entries()) {
    const order = inOrder.compare(text, other[place] ?? '')
    if (order !== 0) return order
  }
  return 0
}
