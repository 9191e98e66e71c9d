import { TABLES_AT_ONCE } from '@basalt/contract/database-import/database-import.rules.ts'
import { quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { CopyIn } from '../../platform/copy/copy-in.ts'
import { copyOut } from '../../platform/copy/copy-out.ts'
import type { TableData } from '../../platform/pg-dump/dump-catalog.ts'
import type { ProtocolClient } from '../../platform/project-databases/sql/protocol.ts'

/** Runs work over a connection of its own. */
export type During = <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>

interface Copying {
  /** Largest first, so that no connection is left with a large table at the end. */
  readonly tables: readonly TableData[]
  readonly source: During
  readonly project: During
  /** What `pg_export_snapshot` of the source returned; its transaction is open. */
  readonly snapshot: string
  onBytes(bytes: number): void
  onTable(table: TableData, rows: number): void
}

/** Begins to read what the transaction reads that exported the snapshot. */
export const readSnapshot = (snapshot: string) =>
  `begin transaction isolation level repeatable read, read only; set transaction snapshot ${quoteLiteral(snapshot)}`

/**
 * Copies the rows of tables, several at a time, each table in a transaction of its own. Throws at the first table that
 * cannot be copied, once the other connections have stopped.
 */
export async function copyTables({ tables, source, project, snapshot, onBytes, onTable }: Copying) {
  const waiting = [...tables]
  /** The first in time: what the others end with is that they were stopped. */
  let failure: AppError | undefined
  const copyOne = async (from: pg.Client, to: pg.Client, table: TableData) => {
    const into = new CopyIn(to as unknown as ProtocolClient, table.write)
    to.query(into as never)
    try {
      await into.ready
      await copyOut(from, table.read, async (rows) => {
        if (failure) throw new Error('Another table could not be copied')
        onBytes(rows.length)
        await into.write(rows)
      })
      onTable(table, await into.end())
    } catch (error) {
      into.refuse('The import has failed')
      // What PostgreSQL said of the rows comes before what the source said of the broken transfer.
      throw await into.done.then(
        () => error,
        (refusal: Error) => (/The import has failed/.test(refusal.message) ? error : refusal),
      )
    }
    await to.query(`analyze ${quoteQualified(table.schema, table.name)}`)
  }
  const work = () =>
    source((from) =>
      project(async (to) => {
        await from.query(readSnapshot(snapshot))
        for (let table = waiting.shift(); table && !failure; table = waiting.shift())
          try {
            await copyOne(from, to, table)
          } catch (cause) {
            const { message, where } = cause as Error & { where?: string }
            failure ??= new AppError(
              'upstream_failed',
              `The rows of ${table.schema}.${table.name} could not be copied: ${message}${where ? ` (${where})` : ''}`,
              { cause },
            )
            throw failure
          }
      }),
    )
  const workers = Array.from({ length: Math.min(TABLES_AT_ONCE, tables.length) }, work)
  const results = await Promise.allSettled(workers)
  if (failure) throw failure
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
