import { REHEARSED_STATEMENTS_MAX } from '@basalt/contract/rehearsals/rehearsals.rules.ts'
import type { CopyRehearsal } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import { AppError } from '../../http/app-error.ts'
import { runsOnCopies } from '../../platform/runs-on-copies.ts'
import type { Rehearsals } from './rehearsals.port.ts'

interface Deps {
  readonly rehearse: Rehearsals['rehearse']
  readonly newId: () => string
  readonly now: () => Date
  /** Receives failures that are ours, whose message the caller does not get. */
  onError(error: unknown, ref: string): void
}

export type RehearsalService = ReturnType<typeof rehearsalService>

/** Rehearsals that outlive the call that starts them. The last one of each project is kept until the next. */
export function rehearsalService({ rehearse, ...deps }: Deps) {
  const runs = runsOnCopies<CopyRehearsal>({
    ...deps,
    conflictWith: (id) =>
      new AppError(
        'conflict',
        'Another rehearsal of this database is running. Wait for its end, or cancel it.',
        { details: { rehearsal: id } },
      ),
    unexpected: 'The rehearsal failed for a reason that is in the log of the server. Try again.',
  })
  return {
    ...runs,
    /** Returns at once. Throws `conflict` while another rehearsal of the project runs, and `validation_failed` for too many statements. */
    start(ref: string, statements: readonly string[]): CopyRehearsal {
      if (statements.length > REHEARSED_STATEMENTS_MAX)
        throw new AppError(
          'validation_failed',
          `At most ${REHEARSED_STATEMENTS_MAX} statements can be rehearsed on a copy, and these are ${statements.length}.`,
        )
      return runs.start(ref, { ran: 0, statements: statements.length }, ({ signal, note }) =>
        rehearse(ref, statements, {
          signal,
          onProgress: ({ phase, copiedBytes, totalBytes, ran }) =>
            note({ phase, copied_bytes: copiedBytes, total_bytes: totalBytes, ran }),
        }),
      )
    },
  }
}
