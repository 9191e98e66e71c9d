import { createHash } from 'node:crypto'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { Run, TextRow } from '../statement.ts'
import { type BaseTable, digestOf, keysOfBase } from './base-keys.ts'
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
  /**
   * Of a conflict: a digest of the moment of branching and of the rows of both sides. A decision is of it, so that it does not
   * count once either side has another row, or the branch was reset.
   */
  readonly state?: string
  /** Both sides changed the row in different columns; `branch` has the changes of both. */
  readonly isCombined?: true
}

/** Whether a column of the branch has another value than at the moment of branching; undefined when that is not known. */
type HasChanged = (column: string, value: string | null) => boolean | undefined

interface BranchRow {
  readonly key: RowKey
  readonly isInBase: boolean
  readonly values: RowValues | undefined
  /** Undefined for a row that the branch has inserted. */
  readonly hasChanged?: HasChanged
}

interface TargetRow {
  readonly isNew: boolean
  readonly values: RowValues
  /** A digest of all columns, those too that the branch does not have; null for a row that is not new. */
  readonly digest: string | null
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
  const base = keysOfBase(shared)
  const changedFrom = comparisonWith(table, shared)
  const written = await run({
    text: `select pg_catalog.to_json(${key}), b.key is not null, b.digests, ${columns}
      from ${onlyTable(table)} t left join (${base}) b on b.key = ${key}
      where ${isNew('t', fork)} limit ${limit}`,
    values: [],
  })
  const deleted = await run({
    text: `select pg_catalog.to_json(b.key), b.digests from (${base}) b
      where not exists (select from ${onlyTable(table)} t where ${key} = b.key) limit ${limit}`,
    values: [],
  })
  return [
    ...written.map(([id, isInBase, digests, ...values]) => ({
      key: id!,
      isInBase: isInBase === 't',
      values: valuesOf(names, values),
      hasChanged: changedFrom(digests!),
    })),
    ...deleted.map(([id, digests]) => ({
      key: id!,
      isInBase: true,
      values: undefined,
      hasChanged: changedFrom(digests!),
    })),
  ]
}

const comparisonWith =
  (table: MergeableTable, { digested }: BaseTable) =>
  (digests: string | null): HasChanged => {
    const kept = digests === null ? [] : digests.slice(1, -1).split(',')
    return (column, value) => {
      const number = table.columns.find(({ name }) => name === column)?.number
      const place = number === undefined ? -1 : (digested?.indexOf(number) ?? -1)
      return kept[place] === undefined ? undefined : kept[place] !== digestOf(value)
    }
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
      text: `select u.k, ${isNewOnTarget('t', fork)},
          case when ${isNewOnTarget('t', fork)} then pg_catalog.md5(pg_catalog.format('%s', t.*)) end, ${columns}
        from pg_catalog.json_array_elements($1::json) u(k)
        join ${onlyTable(table)} t on ${hasKey(table, 't', 'u.k')}`,
      values: [`[${keys.slice(from, from + KEYS_PER_READ).join(',')}]`],
    })
    for (const [key, isNewer, digest, ...values] of rows)
      found.set(key!, { isNew: isNewer === 't', digest: digest!, values: valuesOf(names, values) })
  }
  return found
}

const isSame = (branch: RowValues, target: RowValues) =>
  Object.entries(target).every(([column, value]) => branch[column] === value)

/** What the branch did to one row. Undefined when the target has the same, or the row is gone on both sides. */
export function mergeRow(branch: BranchRow, target: TargetRow | undefined): RowChange | undefined {
  const { key, isInBase, values, hasChanged } = branch
  const change = { key, branch: values, target: target?.values }
  if (values === undefined)
    return target && { ...change, kind: 'delete', conflict: target.isNew ? 'updated_by_target' : undefined }
  if (target && isSame(values, target.values)) return undefined
  if (!isInBase) return { ...change, kind: 'insert', conflict: target && 'both_inserted' }
  if (!target) return { ...change, kind: 'update', conflict: 'deleted_by_target' }
  if (!target.isNew) return { ...change, kind: 'update', conflict: undefined }
  const combined = hasChanged && combine(values, target.values, hasChanged)
  if (!combined) return { ...change, kind: 'update', conflict: 'both_updated' }
  if (isSame(combined, target.values) && Object.keys(combined).every((column) => column in target.values))
    return undefined
  return { ...change, branch: combined, kind: 'update', conflict: undefined, isCombined: true }
}

/**
 * The row with the changes of both sides, where each changed other columns. Undefined when both changed one of them, or that
 * is not known.
 */
function combine(branch: RowValues, target: RowValues, hasChanged: HasChanged): RowValues | undefined {
  const combined: Record<string, string | null> = { ...branch }
  for (const [column, theirs] of Object.entries(target)) {
    const ours = branch[column]!
    if (ours === theirs) continue
    const [isOurs, isTheirs] = [hasChanged(column, ours), hasChanged(column, theirs)]
    if (isOurs !== false && isTheirs !== false) return undefined
    if (isOurs === false) combined[column] = theirs
  }
  return combined
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
    .flatMap((row) => {
      const other = others.get(row.key)
      const change = mergeRow(row, other)
      if (!change) return []
      return change.conflict ? { ...change, state: stateOf(change, other, fork) } : change
    })
    .sort((a, b) => compareKeys(JSON.parse(a.key), JSON.parse(b.key)))
}

/** What a merge overwrites when the branch is taken: of a row that it deletes, also the columns that the branch does not have. */
function stateOf(
  { conflict, branch, target }: RowChange,
  other: TargetRow | undefined,
  fork: ForkPoint,
): string {
  const sides = [branch ?? null, target ?? null, branch === undefined ? (other?.digest ?? null) : null]
  return createHash('sha256')
    .update(JSON.stringify([fork.nextXid, conflict, ...sides]))
    .digest('base64url')
}

const inOrder = new Intl.Collator('en', { numeric: true })

function compareKeys(one: readonly string[], other: readonly string[]): number {
  for (const [place, text] of one.entries()) {
    const order = inOrder.compare(text, other[place] ?? '')
    if (order !== 0) return order
  }
  return 0
}
