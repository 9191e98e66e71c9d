import {
  contentHash,
  type Diagnostic,
  deserializeSnapshot,
  encodeId,
  type FactBase,
  plan,
  type StableId,
} from '@supabase/pg-delta'
import {
  comparisonPolicy,
  type LeftOut,
  NEVER_COMPARED,
  notCompared,
  plainStatement,
} from './compared-schemas.ts'
import { type DecidedObject, mergeFacts, type SchemaConflict } from './merge-facts.ts'
import { renameStatement, renameTable } from './rename-table.ts'

/** The lock that a statement takes on existing tables; none of them blocks reads except the last. */
export type StatementLock =
  | 'none'
  | 'shareUpdateExclusive'
  | 'share'
  | 'shareRowExclusive'
  | 'accessExclusive'

export interface MergeStatement {
  /** Without a semicolon. */
  readonly sql: string
  /** Whether it loses rows or objects. */
  readonly isDestructive: boolean
  /** Whether it may rewrite a table. */
  readonly rewrites: boolean
  readonly lock: StatementLock
  /** Its result cannot be used in the same transaction, as a new label of an enumerated type. */
  readonly mustCommitFirst: boolean
}

export interface SchemaMerge {
  readonly statements: readonly MergeStatement[]
  readonly conflicts: readonly SchemaConflict[]
  /** Kinds of objects that are not compared, and of which the sides do not have the same number. */
  readonly notCompared: readonly string[]
  /** Changes with the schema of either side. */
  readonly fingerprint: string
}

/** A schema as the library reads it. */
export interface ReadSchema {
  readonly factBase: FactBase
  readonly diagnostics: readonly Diagnostic[]
}

/** A rename that is one: the sides have the object in common under two names. */
export interface KnownRename {
  readonly kind: 'table' | 'column'
  readonly schema: string
  /** Of a column, the table that has it. */
  readonly table?: string
  readonly from: string
  readonly to: string
}

/**
 * The statements that make the changes of a branch since the moment of branching to the target as it is now, in an order
 * that works. `base` is the schema at that moment, as it was stored.
 */
export function mergeSchemas({
  base,
  branch,
  target,
  leftOut,
  decisions,
  renames,
}: {
  base: string
  branch: ReadSchema
  target: ReadSchema
  leftOut: LeftOut
  decisions: ReadonlyMap<string, DecidedObject>
  renames: readonly KnownRename[]
}): SchemaMerge {
  const { schemas } = leftOut
  const isLeftOut = (id: StableId): boolean => {
    if (NEVER_COMPARED.includes(id.kind)) return true
    if ('target' in id) return isLeftOut(id.target)
    if (id.kind === 'schema') return schemas.includes(id.name)
    return 'schema' in id && id.schema !== null && schemas.includes(id.schema)
  }
  const stored = deserializeSnapshot(base).factBase
  const tables = renames.filter((rename) => isNewName(rename, { stored, branch, target }))
  const renamed = (facts: FactBase) => tables.reduce(renameTable, facts)
  const source = renamed(target.factBase)
  const { merged, conflicts } = mergeFacts({
    base: renamed(stored),
    branch: branch.factBase,
    target: source,
    isLeftOut,
    decisions,
  })
  const policy = comparisonPolicy(leftOut, [branch.factBase, target.factBase])
  const planned = (acceptRenames: { from: StableId; to: StableId }[]) =>
    plan(source, merged, { renames: 'prompt', acceptRenames, policy })
  const first = planned([])
  const known = first.renameCandidates.filter(
    ({ from, to, status }) =>
      status === 'unambiguous' &&
      renames.some((rename) => isRename(inRenamedTable(rename, tables), from, to)),
  )
  const { actions } = known.length === 0 ? first : planned(known)
  return {
    statements: [
      ...tables.map((rename) => ({
        sql: renameStatement(rename),
        isDestructive: false,
        rewrites: false,
        lock: 'accessExclusive' as const,
        mustCommitFirst: false,
      })),
      ...actions.map(({ rewriteRisk, lockClass, transactionality, ...action }) => ({
        ...plainStatement(action),
        rewrites: rewriteRisk,
        lock: lockClass,
        mustCommitFirst: transactionality !== 'transactional',
      })),
    ],
    conflicts,
    notCompared: notCompared(branch.diagnostics, target.diagnostics),
    fingerprint: contentHash(
      [branch, target].map(({ factBase }) =>
        factBase
          .facts()
          .filter(({ id }) => !isLeftOut(id))
          .map((fact) => `${encodeId(fact.id)} ${contentHash(fact.payload)}`)
          .sort(),
      ),
    ),
  }
}

/** Whether only the branch renamed the table, to a name that the target does not use. */
function isNewName(
  { kind, schema, from, to }: KnownRename,
  { stored, branch, target }: { stored: FactBase; branch: ReadSchema; target: ReadSchema },
): boolean {
  if (kind !== 'table') return false
  const has = (facts: FactBase, name: string) => facts.has({ kind: 'table', schema, name })
  return (
    has(stored, from) &&
    has(target.factBase, from) &&
    !has(target.factBase, to) &&
    has(branch.factBase, to) &&
    !has(branch.factBase, from)
  )
}

/** A column is renamed after its table. */
function inRenamedTable(rename: KnownRename, tables: readonly KnownRename[]): KnownRename {
  const table = tables.find(({ schema, from }) => schema === rename.schema && from === rename.table)
  return table ? { ...rename, table: table.to } : rename
}

function isRename(rename: KnownRename, from: StableId, to: StableId): boolean {
  if (from.kind !== rename.kind || to.kind !== rename.kind) return false
  const names = (id: StableId) => id as { schema: string; table?: string; name: string }
  return (
    names(from).schema === rename.schema &&
    names(from).table === rename.table &&
    names(from).name === rename.from &&
    names(to).name === rename.to
  )
}
