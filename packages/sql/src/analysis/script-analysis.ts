import type { Statement } from '../split-statements.ts'

/** Why a statement deserves a question before it runs. */
export type FindingKind =
  | 'drop'
  | 'truncate'
  | 'delete'
  | 'drop_column'
  | 'update_without_where'
  | 'blocks_connections'
  | 'code_block'
  | 'unknown_function'
  /** Words that take data away, in what no parser has read. */
  | 'destructive_words'

export interface Finding {
  readonly kind: FindingKind
  /** What it is about where it has a name, such as a function as it was written. */
  readonly name?: string
}

/** What a statement leaves in its session: a setting, another role, an open or ended transaction. */
export type SessionEffect = 'setting' | 'role' | 'begin' | 'end'

export interface AnalysedStatement extends Statement {
  /** The type of its parse tree, such as `SelectStmt`; empty when it could not be parsed. */
  readonly type: string
  /** Whether its own words change data or definitions. What a function does is not known. */
  readonly writes: boolean
  readonly findings: readonly Finding[]
  readonly session: SessionEffect | undefined
  /** Whether EXPLAIN can be put in front of it. */
  readonly isExplainable: boolean
  /** Whether it changes rows and can be made to return them. */
  readonly isPreviewable: boolean
}

export interface SqlProblem {
  readonly message: string
  /** A UTF-16 index into the script. */
  readonly at: number
}

export interface ScriptAnalysis {
  readonly statements: readonly AnalysedStatement[]
  /** What PostgreSQL will refuse before it runs anything; one a statement. */
  readonly problems: readonly SqlProblem[]
  /** Where ` limit n` makes the only statement of a script bring fewer rows, and changes nothing else. */
  readonly limitAt: number | undefined
}

/** The script with at most so many rows; itself when a limit has no place in it. */
export const withLimit = (script: string, { limitAt }: Pick<ScriptAnalysis, 'limitAt'>, rows: number) =>
  limitAt === undefined ? script : `${script.slice(0, limitAt)} limit ${rows}${script.slice(limitAt)}`
