import { MERGED_ROWS_MAX } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type { MergedTable } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { type BaseTable, readBase } from '@basalt/merge/rows/base-keys.ts'
import { readMergeableTables } from '@basalt/merge/rows/mergeable-table.ts'
import { type ForkPoint, type RowChange, readRowChanges } from '@basalt/merge/rows/row-changes.ts'
import { type PairedTable, pairTables } from '@basalt/merge/rows/table-pairs.ts'
import type { KnownRename, SchemaMerge } from '@basalt/merge/schema/schema-merge.ts'
import type { Run } from '@basalt/merge/statement.ts'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { AppError } from '../../http/app-error.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { Backups } from '../backups/backups.port.ts'
import type { BranchOrigins, BranchPoint } from '../branches/branches.port.ts'
import type { SchemaDecisions } from './merge-requests.tables.ts'
import { ADVANCED_AT_ONCE_MAX, COMPARED_AT_ONCE_MAX, COMPARED_OBJECTS_MAX } from './merge-runs.rules.ts'
import { reading } from './reading-session.ts'
import { onThread } from './schema-thread.ts'
import { type BaseToAdvance, type SchemasToMerge, type SideLogins, workOnSchemas } from './schema-work.ts'

/** The moment of branching, and what both sides had. */
export interface Origin {
  readonly target: string
  readonly point: BranchPoint
  /** What the schemas have in common: that of the moment of branching, advanced by each merge. */
  readonly baseSchema: string
  /** Undefined when rows cannot be merged, for the reason in `rowsRefusal`. */
  readonly rows: { readonly fork: ForkPoint; readonly base: ReadonlyMap<number, BaseTable> } | undefined
  readonly rowsRefusal: string | undefined
}

const COUNT_OBJECTS = `
  select count(*) from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isOfUsers('n.nspname')}`

/** As the last checkpoint has it; a database that was restored is on another one. */
const TIMELINE = 'select timeline_id from pg_catalog.pg_control_checkpoint()'

const isNamed =
  ({ schema, name }: MergedTable) =>
  ({ branch }: PairedTable) =>
    branch.schema === schema && branch.name === name

const FILE_TABLES: readonly MergedTable[] = [
  { schema: 'storage', name: 'buckets' },
  { schema: 'storage', name: 'objects' },
]

export const isFileTable = ({ schema, name }: MergedTable) =>
  FILE_TABLES.some((table) => table.schema === schema && table.name === name)

export type Comparison = ReturnType<typeof mergeComparison>

/** Compares a branch with what it was made from. All of it runs as the role `postgres` of either side. */
export function mergeComparison({
  databases,
  origins,
  wasRestoredSince,
}: {
  databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  origins: BranchOrigins
  wasRestoredSince: Backups['wasRestoredSince']
}) {
  /** Keeps both sides awake meanwhile. */
  const withSides = <T>(
    branch: string,
    target: string,
    work: (sides: SideLogins) => Promise<T>,
  ): Promise<T> =>
    databases.asAdmin.session(branch, () =>
      databases.asAdmin.session(target, async () =>
        work({
          branch: await databases.logins.internal(branch, USER_ROLE),
          target: await databases.logins.internal(target, USER_ROLE),
        }),
      ),
    )

  const timelineOf = async (run: Run) => Number((await run({ text: TIMELINE, values: [] }))[0]![0])

  /** A backup that is restored as it was begins no timeline. */
  const wasRestored = async (refs: readonly string[], since: string | null) => {
    if (since === null) return false
    const answers = await Promise.all(refs.map((ref) => wasRestoredSince(ref, new Date(since))))
    return answers.includes(true)
  }

  const originOf = async (branch: string, runs: { branch: Run; target: Run }): Promise<Origin> => {
    const origin = await origins.completeOriginOf(branch)
    if (!origin) throw new AppError('conflict', 'The default branch has nothing to be merged into')
    const { source, point, baseSchema, withData, pastMoment, copiedAt } = origin
    if (pastMoment !== null)
      throw new AppError(
        'conflict',
        'This branch shows a past moment and cannot be merged. Bring back its rows in the time machine.',
      )
    if (source === undefined)
      throw new AppError(
        'conflict',
        'What this branch was made from has been deleted. Reset the branch first.',
      )
    if (point === undefined || baseSchema === undefined) {
      await countComparable(runs)
      throw new AppError(
        'conflict',
        'The schema at the moment of branching is not known: it was too large, or the server was stopped before it was read. Reset the branch to merge what comes after that.',
      )
    }
    const refuse = (rowsRefusal: string) => ({
      target: source,
      point,
      baseSchema,
      rows: undefined,
      rowsRefusal,
    })
    if (!withData) return refuse('The branch began without rows, so only its schema can be merged.')
    const base = await readBase(runs.branch)
    if (!base || point.timeline === undefined)
      return refuse('The rows at the moment of branching are not known. Reset the branch first.')
    const [own, others] = [await timelineOf(runs.branch), await timelineOf(runs.target)]
    // Points of older versions do not say it. A promotion begins a timeline on the branch, at its moment of branching, and so does a
    // past moment, whose point has both.
    const wasReplica = point.sourceTimeline === undefined && own === point.timeline && others < own
    if (point.wasReplica || wasReplica)
      return refuse(
        'The branch was a replica. Which rows it has in common with its source cannot be told, so only its schema can be merged. Reset the branch to merge rows.',
      )
    const isOtherHistory = own !== point.timeline || others !== (point.sourceTimeline ?? point.timeline)
    if (isOtherHistory || (await wasRestored([branch, source], copiedAt)))
      return refuse('A backup was restored since the branch was made. Reset the branch to merge rows.')
    if (point.uncommittedXids === null)
      return refuse(
        'Too many transactions lie between the backup and the moment that the branch begins at, so only its schema can be merged.',
      )
    return {
      target: source,
      point,
      baseSchema,
      rows: { fork: { nextXid: point.nextXid, uncommittedXids: point.uncommittedXids }, base },
      rowsRefusal: undefined,
    }
  }

  const pairsOf = async (origin: Origin, { branch, target }: { branch: Run; target: Run }) => {
    if (!origin.rows) return []
    return pairTables({
      branch: await readMergeableTables(branch),
      target: await readMergeableTables(target),
      base: origin.rows.base,
    })
  }

  /** How many tables and views both sides have. Throws `conflict` when one has too many for its schema to be compared. */
  const countComparable = async (runs: { branch: Run; target: Run }): Promise<number> => {
    let total = 0
    for (const [side, run] of [
      ['The branch', runs.branch],
      ['What it was made from', runs.target],
    ] as const) {
      const [[count] = []] = await run({ text: COUNT_OBJECTS, values: [] })
      total += Number(count)
      if (Number(count) > COMPARED_OBJECTS_MAX)
        throw new AppError(
          'conflict',
          `${side} has ${Number(count).toLocaleString('en')} tables and views. Branches can be merged and updated with up to ${COMPARED_OBJECTS_MAX.toLocaleString('en')}. Write your changes as a migration, and run it on both sides.`,
        )
    }
    return total
  }

  return {
    withSides,
    originOf,
    pairsOf,

    /** Opens both sides for reading. Throws `conflict` when the branch cannot be merged. */
    read: <T>(
      branch: string,
      target: string,
      work: (sides: {
        runs: { branch: Run; target: Run }
        logins: SideLogins
        origin: Origin
        pairs: readonly PairedTable[]
      }) => Promise<T>,
    ): Promise<T> =>
      withSides(branch, target, (logins) =>
        reading(logins.branch, (branchRun) =>
          reading(logins.target, async (targetRun) => {
            const runs = { branch: branchRun, target: targetRun }
            const origin = await originOf(branch, runs)
            return work({ runs, logins, origin, pairs: await pairsOf(origin, runs) })
          }),
        ),
      ),

    /** The statements that merge the schema into the target as it is now. */
    async schema(
      logins: SideLogins,
      runs: { branch: Run; target: Run },
      { baseSchema: base }: Origin,
      pairs: readonly PairedTable[],
      decisions: SchemaDecisions,
    ): Promise<SchemaMerge> {
      const isLarge = (await countComparable(runs)) > COMPARED_AT_ONCE_MAX
      const work: SchemasToMerge = { kind: 'merge', logins, base, decisions, renames: renamesOf(pairs) }
      return isLarge ? onThread(work) : workOnSchemas(work)
    },

    /** After a merge or an update, what both sides have in common is what later ones are compared with. */
    async advance(branchRef: string, logins: SideLogins, { point, baseSchema }: Origin) {
      const isLarge = baseSchema.length > ADVANCED_AT_ONCE_MAX
      const work: BaseToAdvance = { kind: 'advance', logins, base: baseSchema }
      await origins.setBaseSchema(branchRef, point, await (isLarge ? onThread(work) : workOnSchemas(work)))
    },

    changesOf: (
      runs: { branch: Run; target: Run },
      { rows }: Origin,
      pair: PairedTable,
    ): Promise<RowChange[]> => readRowChanges({ ...runs, pair, fork: rows!.fork, max: MERGED_ROWS_MAX }),

    /** The tables whose rows are merged. Throws `conflict` for one whose rows cannot be. */
    chosen(
      pairs: readonly PairedTable[],
      { tables, includes_files }: { tables: readonly MergedTable[]; includes_files: boolean },
      rowsRefusal: string | undefined,
    ): PairedTable[] {
      const names = [...tables, ...(includes_files ? FILE_TABLES : [])]
      if (names.length > 0 && rowsRefusal !== undefined) throw new AppError('conflict', rowsRefusal)
      return names.map((table) => {
        const pair = pairs.find(isNamed(table))
        if (!pair)
          throw new AppError(
            'conflict',
            `The branch has no table ${table.schema}.${table.name}. Deselect it.`,
          )
        if (pair.problem !== undefined)
          throw new AppError(
            'conflict',
            `The rows of ${table.schema}.${table.name} cannot be merged. Deselect it.`,
            {
              details: { problem: pair.problem },
            },
          )
        return pair
      })
    },
  }
}

/** Tables and columns that the branch gave another name. */
function renamesOf(pairs: readonly PairedTable[]): KnownRename[] {
  return pairs.flatMap(({ branch, target, base }): KnownRename[] => {
    if (!base || !target || branch.schema !== target.schema) return []
    const { schema, name: table } = target
    const columns = branch.columns.flatMap(({ name, number }) => {
      const other = number <= base.lastColumn && target.columns.find((column) => column.number === number)
      return other && other.name !== name
        ? [{ kind: 'column' as const, schema, table, from: other.name, to: name }]
        : []
    })
    return branch.name === table
      ? columns
      : [{ kind: 'table', schema, from: table, to: branch.name }, ...columns]
  })
}
