import type { IndexAdvice } from '@basalt/contract/index-advice/index-advice.schema.ts'
import type { ParsedStatement } from '@basalt/sql/parser/parsed-statement.ts'
import { AppError } from '../../http/app-error.ts'
import { runsOnCopies } from '../../platform/runs-on-copies.ts'
import type { Rehearsals } from '../rehearsals/rehearsals.port.ts'
import { tryIndexes } from './try-indexes.ts'

interface Deps {
  readonly onCopy: Rehearsals['onCopy']
  readonly newId: () => string
  readonly now: () => Date
  /** Receives failures that are ours, whose message the caller does not get. */
  onError(error: unknown, ref: string): void
}

/** Index advice that outlives the call that starts it. The last one of each project is kept until the next. */
export function indexAdviceService({ onCopy, ...deps }: Deps) {
  const runs = runsOnCopies<IndexAdvice>({
    ...deps,
    conflictWith: (id) =>
      new AppError(
        'conflict',
        'Indexes are being tried for another query of this database. Wait for the end, or cancel it.',
        { details: { advice: id } },
      ),
    unexpected: 'Trying indexes failed for a reason that is in the log of the server. Try again.',
  })
  return {
    ...runs,
    /** Returns at once. Throws `conflict` while other advice of the project is worked out. */
    start: (ref: string, sql: string, statement: ParsedStatement): IndexAdvice =>
      runs.start(ref, {}, async ({ signal, note }) => {
        const { result, copy_ms } = await onCopy(
          ref,
          {
            signal,
            onProgress: ({ phase, copiedBytes, totalBytes }) =>
              note({ phase, copied_bytes: copiedBytes, total_bytes: totalBytes }),
          },
          (client) => tryIndexes(client, sql, statement),
        )
        return { ...result, copy_ms }
      }),
  }
}
