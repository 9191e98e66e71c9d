import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { LOOK_UPS_BY_INDEX } from '@basalt/catalog/pg-meta/planner-settings.ts'
import {
  PG_META_LOCK_TIMEOUT_SECONDS,
  PG_META_READ_TIMEOUT_SECONDS,
} from '@basalt/contract/pg-meta/pg-meta.rules.ts'
import pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { MemberTransaction, RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import { LOCK_NOT_AVAILABLE, QUERY_CANCELED } from '../../platform/project-databases/sql/sql-failed.ts'

export type CatalogAnswers = ReturnType<typeof catalogAnswers>

const SETTINGS = {
  // As clients expect names: without the schema for these two, whatever a role's own path is.
  search_path: 'public, extensions',
  statement_timeout: `${PG_META_READ_TIMEOUT_SECONDS}s`,
  lock_timeout: `${PG_META_LOCK_TIMEOUT_SECONDS}s`,
  // A client that stops reading holds no transaction for longer.
  idle_in_transaction_session_timeout: `${PG_META_READ_TIMEOUT_SECONDS}s`,
  // A cursor is read to its end.
  cursor_tuple_fraction: '1',
  ...LOOK_UPS_BY_INDEX,
}

/** Objects read at once. */
const BATCH_ROWS = 1000

/** Text that waits for the client. A list that fits ends its transaction without waiting. */
const BUFFER_BYTES = 4 * 1024 * 1024

/**
 * Answers with the rows of statements of `catalog/pg-meta`, with the member's rights. Both throw `conflict` while another
 * transaction changes a table that they describe, and `instance_unavailable` when the database does not answer.
 */
export const catalogAnswers = (transaction: MemberTransaction) => ({
  /** A JSON array of one snapshot, however many objects there are. It breaks off when reading fails after the first batch. */
  async list({ ref, member, signal }: MemberCall, statement: string): Promise<Readable> {
    const answer = new PassThrough({ writableHighWaterMark: BUFFER_BYTES })
    // Whoever reads it learns of a failure; before anyone does, the promise is rejected.
    answer.on('error', () => undefined)
    const opened = Promise.withResolvers<Readable>()
    transaction(
      ref,
      member,
      { access: 'read only', signal, settings: SETTINGS },
      async (run, _client, ended) => {
        await run({ text: `declare found no scroll cursor for ${statement}`, values: [] })
        let batch = await nextBatch(run)
        answer.write(`[${batch.join(',\n')}`)
        opened.resolve(answer)
        while (batch.length === BATCH_ROWS) {
          if (answer.writableNeedDrain) await once(answer, 'drain', { signal: ended })
          batch = await nextBatch(run)
          // Empty when the last one was just full.
          if (batch.length > 0) answer.write(`,\n${batch.join(',\n')}`)
        }
        answer.end(']')
      },
    ).catch((error: unknown) => {
      opened.reject(inWords(error))
      answer.destroy(error as Error)
    })
    return opened.promise
  },

  /** The first row. Throws `not_found` when there is none; `what` and `name` say what of. */
  async one({ ref, member, signal }: MemberCall, statement: string, what: string, name: string | number) {
    const options = { access: 'read only', signal, settings: SETTINGS } as const
    const read = transaction(ref, member, options, (run) => run({ text: statement, values: [] }))
    const [row] = await read.catch((error: unknown) => {
      throw inWords(error)
    })
    if (!row) throw notFound(what, String(name))
    return JSON.parse(row[0]!)
  },
})

async function nextBatch(run: RunText): Promise<(string | null)[]> {
  const rows = await run({ text: `fetch ${BATCH_ROWS} from found`, values: [] })
  return rows.map(([json]) => json!)
}

function inWords(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  if (error.code === LOCK_NOT_AVAILABLE)
    return new AppError(
      'conflict',
      'Another transaction is changing one of these tables or views. Try again once it has ended.',
      { cause: error },
    )
  if (error.code === QUERY_CANCELED)
    return new AppError(
      'conflict',
      `This took longer than ${PG_META_READ_TIMEOUT_SECONDS} seconds. Name schemas, or read pages with limit and offset.`,
      { cause: error },
    )
  return error
}
