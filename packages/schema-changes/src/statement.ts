import { superuserWork } from '@basalt/sql/superuser-work.ts'

/** A relation by schema and name. */
export interface RelationName {
  readonly schema: string
  readonly name: string
}

/** Lock modes that other sessions notice: the first blocks writers, the second readers too. */
export type LockMode = 'SHARE ROW EXCLUSIVE' | 'ACCESS EXCLUSIVE'

export interface TableLock {
  readonly relation: RelationName
  readonly mode: LockMode
}

/** One statement and what it does to those who use the database meanwhile. */
export interface ChangeStatement {
  /** Without a semicolon. */
  readonly sql: string
  /**
   * What is run in place of `sql`, which is shown and kept: it holds a secret, or calls a function of the platform for what
   * only a superuser may do.
   */
  readonly runs?: string
  /** Why PostgreSQL writes the whole table again; empty when it does not. Each is a sentence. */
  readonly rewrites: readonly string[]
  /** Why PostgreSQL reads the whole table; empty when it does not. */
  readonly scans: readonly string[]
  /** Held until the end of the transaction. */
  readonly locks: readonly TableLock[]
  /** Where parts of the statement come from, so that an error can be told at its field. Ascending offsets in `sql`. */
  readonly parts: readonly StatementPart[]
  /** PostgreSQL refuses to run it in a transaction. */
  readonly isOutside?: true
}

export interface StatementPart {
  readonly from: number
  readonly to: number
  /** A path in the draft, such as `columns.2.type`. */
  readonly path: string
}

/** A part of a statement under construction. */
export interface Clause {
  readonly sql: string
  readonly path?: string | undefined
  readonly rewrites?: string | undefined
  readonly scans?: string | undefined
  readonly locks?: readonly TableLock[] | undefined
}

interface Frame {
  readonly before: string
  readonly after?: string
  readonly between?: string
  readonly locks?: readonly TableLock[]
}

/** A statement of clauses, with their consequences and places. */
export function statementOf(
  clauses: readonly Clause[],
  { before, after = '', between = ',\n  ', locks = [] }: Frame,
): ChangeStatement {
  const parts: StatementPart[] = []
  let sql = before
  clauses.forEach(({ sql: clause, path }, index) => {
    if (index > 0) sql += between
    if (path !== undefined) parts.push({ from: sql.length, to: sql.length + clause.length, path })
    sql += clause
  })
  const reasons = (key: 'rewrites' | 'scans') => [...new Set(clauses.flatMap((clause) => clause[key] ?? []))]
  return {
    sql: sql + after,
    rewrites: reasons('rewrites'),
    scans: reasons('scans'),
    locks: strongest([...locks, ...clauses.flatMap((clause) => clause.locks ?? [])]),
    parts,
  }
}

/** A statement that nobody has to wait for. */
export const plainStatement = (sql: string, path?: string, locks: readonly TableLock[] = []) =>
  statementOf([{ sql, path }], { before: '', locks })

/**
 * A statement that only a superuser may run, by the platform's function for it. It is shown and kept as SQL for any
 * PostgreSQL, and a migration with it runs here by the same function.
 */
export const byPlatform = (statement: ChangeStatement): ChangeStatement => ({
  ...statement,
  runs: superuserWork(statement.sql)?.call ?? statement.sql,
})

/** One lock for each relation. */
function strongest(locks: readonly TableLock[]): TableLock[] {
  const found = new Map<string, TableLock>()
  for (const lock of locks) {
    const key = JSON.stringify([lock.relation.schema, lock.relation.name])
    if (lock.mode === 'ACCESS EXCLUSIVE' || !found.has(key)) found.set(key, lock)
  }
  return [...found.values()]
}

/** The statements as a script for people. */
export const scriptOf = (statements: readonly ChangeStatement[]) =>
  statements.map(({ sql }) => `${sql};\n`).join('\n')

/** The part of a statement at an offset in its text, and where in the part. Undefined between parts. */
export function placeAt({ parts }: Pick<ChangeStatement, 'parts'>, offset: number) {
  const part =
    parts.find(({ from, to }) => from <= offset && offset < to) ?? parts.find(({ to }) => to === offset)
  return part && { path: part.path, offset: offset - part.from }
}
