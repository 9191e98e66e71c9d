import type { Statement } from '../split-statements.ts'

/** Why a statement should be confirmed before it runs. */
export type FindingKind =
  | 'drop'
  | 'truncate'
  | 'delete'
  | 'drop_column'
  | 'update_without_where'
  | 'blocks_connections'
  | 'code_block'
  | 'unknown_function'
  /** Destructive keywords in a statement or code block that was not parsed. */
  | 'destructive_words'

export interface Finding {
  readonly kind: FindingKind
  /** The object it is about, such as a function's name as written. */
  readonly name?: string
}

/** How a statement changes its session: a setting, the role, or the start or end of a transaction. */
export type SessionEffect = 'setting' | 'role' | 'begin' | 'end'

export interface AnalysedStatement extends Statement {
  /** The type of its parse tree, such as `SelectStmt`; empty when it could not be parsed. */
  readonly type: string
  /** Whether the statement itself changes data or definitions; effects of functions are unknown. */
  readonly writes: boolean
  readonly findings: readonly Finding[]
  readonly session: SessionEffect | undefined
  /** Whether it can follow EXPLAIN. */
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
  /** Syntax errors, at most one per statement. */
  readonly problems: readonly SqlProblem[]
  /** The index at which ` limit n` can be inserted to only reduce the rows of a single statement. */
  readonly limitAt: number | undefined
}

/** The script with a limit on its rows; unchanged when it accepts none. */
export const withLimit = (script: string, { limitAt }: Pick<ScriptAnalysis, 'limitAt'>, rows: number) =>
  limitAt === undefined ? script : `${script.slice(0, limitAt)} limit ${rows}${script.slice(limitAt)}`
