import type { BaseTable } from './base-keys.ts'
import type { MergeableTable, TableProblem } from './mergeable-table.ts'
import type { TablePair } from './row-changes.ts'

/**
 * Why the rows of a table cannot be merged: besides the problems of the table itself, nothing is known of its rows at the
 * moment of branching, its key is another one since, or the target has dropped it.
 */
export type PairProblem = TableProblem | 'no_base' | 'key_changed' | 'dropped_by_target'

/** A table of the branch, with what it is on the target. */
export interface PairedTable extends TablePair {
  readonly problem: PairProblem | undefined
}

const samePositions = (key: readonly number[], { key: columns }: MergeableTable) =>
  key.length === columns.length && columns.every(({ number }, place) => number === key[place])

/**
 * The tables of a branch, each with the same table of the target. Copies keep the object ids of their source, so renamed
 * tables are found; those that are newer than the branch have only their name in common.
 */
export function pairTables({
  branch,
  target,
  base,
}: {
  branch: readonly MergeableTable[]
  target: readonly MergeableTable[]
  base: ReadonlyMap<number, BaseTable>
}): PairedTable[] {
  return branch.map((table) => {
    const shared = base.get(table.oid)
    const other = target.find(({ oid, schema, name }) =>
      shared ? oid === table.oid : !base.has(oid) && schema === table.schema && name === table.name,
    )
    return { branch: table, target: other, base: shared, problem: problemOf(table, other, shared) }
  })
}

function problemOf(
  branch: MergeableTable,
  target: MergeableTable | undefined,
  base: BaseTable | undefined,
): PairProblem | undefined {
  const own = branch.problem ?? target?.problem
  if (own) return own
  if (!base) return target && !sameNames(branch, target) ? 'key_changed' : undefined
  if (!base.isKept) return 'no_base'
  if (!target) return 'dropped_by_target'
  return samePositions(base.key, branch) && samePositions(base.key, target) ? undefined : 'key_changed'
}

const sameNames = (one: MergeableTable, other: MergeableTable) =>
  one.key.map(({ name }) => name).join() === other.key.map(({ name }) => name).join()
