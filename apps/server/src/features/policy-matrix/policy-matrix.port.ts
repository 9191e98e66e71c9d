import type { MatrixAction, MatrixOutcome } from '@basalt/contract/policy-matrix/policy-matrix.rules.ts'
import type pg from 'pg'

/** What is another outcome than the members of a project expect. */
export interface UnexpectedCell {
  readonly actor: string
  readonly schema: string
  readonly table: string
  readonly action: MatrixAction
  readonly expected: MatrixOutcome
  readonly outcome: MatrixOutcome
  readonly message: string | null
}

export interface PolicyChecks {
  /**
   * Tries what a project's members have saved as expected, on a connection of the role `postgres` to a copy of its
   * database. Null when nothing is saved. Throws when the connection is lost, and the reason of the signal.
   */
  check(
    ref: string,
    client: pg.Client,
    signal: AbortSignal,
  ): Promise<{ tried: number; unexpected: UnexpectedCell[]; error: string | null } | null>
}
