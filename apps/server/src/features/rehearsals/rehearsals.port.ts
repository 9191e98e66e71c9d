import type { CopyReport, RehearsalPhase } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import type pg from 'pg'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'

export interface RehearsalProgress {
  readonly phase: Extract<RehearsalPhase, 'copying' | 'starting' | 'running'>
  readonly copiedBytes: number
  /** 0 until it is known. */
  readonly totalBytes: number
  /** Statements that have run. */
  readonly ran: number
}

/** How to log in to a copy. */
export interface CopyLogins {
  /** As the role `postgres`. */
  readonly user: ConnectionTarget
  /** As the superuser. */
  readonly admin: ConnectionTarget
}

export interface CopyContext {
  /** Also aborted when the disk is nearly full, or the time is over. */
  readonly signal: AbortSignal
  /** Reports how many statements have run. */
  ran(count: number): void
}

export interface CopyOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: RehearsalProgress) => void
}

export interface Rehearsals {
  /**
   * Makes a copy of a project's database for the duration of some work, and resolves once it is removed. Waits for other
   * copies, and throws as `rehearse` does.
   */
  withCopy<T>(
    ref: string,
    options: CopyOptions,
    work: (logins: CopyLogins, context: CopyContext) => Promise<T>,
  ): Promise<{ result: T; copy_ms: number }>

  /** As `withCopy`, with a connection of the role `postgres`. */
  onCopy<T>(
    ref: string,
    options: CopyOptions,
    work: (client: pg.Client, ran: (count: number) => void) => Promise<T>,
  ): Promise<{ result: T; copy_ms: number }>

  /**
   * Runs statements as the role `postgres` in one transaction on a copy of a project's database, and resolves with what
   * each took, locked and rewrote, once the copy is removed. The project itself is not changed. One rehearsal runs at a
   * time, others wait. Throws `conflict` when the copy does not fit, runs out of space or takes too long, `unavailable`
   * errors of a database that does not run, and the reason of the signal.
   */
  rehearse(ref: string, statements: readonly string[], options: CopyOptions): Promise<CopyReport>
}
