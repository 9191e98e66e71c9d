import type { CopyReport, RehearsalPhase } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import type pg from 'pg'

export interface RehearsalProgress {
  readonly phase: Extract<RehearsalPhase, 'copying' | 'starting' | 'running'>
  readonly copiedBytes: number
  /** 0 until it is known. */
  readonly totalBytes: number
  /** Statements that have run. */
  readonly ran: number
}

export interface Rehearsals {
  /**
   * Makes a copy of a project's database for the duration of some work, and resolves once it is removed. The connection
   * is one of the role `postgres` on the copy. Waits for other copies, and throws as `rehearse` does.
   */
  onCopy<T>(
    ref: string,
    options: { signal: AbortSignal; onProgress?: (progress: RehearsalProgress) => void },
    work: (client: pg.Client, ran: (count: number) => void) => Promise<T>,
  ): Promise<{ result: T; copy_ms: number }>

  /**
   * Runs statements as the role `postgres` in one transaction on a copy of a project's database, and resolves with what
   * each took, locked and rewrote, once the copy is removed. The project itself is not changed. One rehearsal runs at a
   * time, others wait. Throws `conflict` when the copy does not fit, runs out of space or takes too long, `unavailable`
   * errors of a database that does not run, and the reason of the signal.
   */
  rehearse(
    ref: string,
    statements: readonly string[],
    options: { signal: AbortSignal; onProgress?: (progress: RehearsalProgress) => void },
  ): Promise<CopyReport>
}
