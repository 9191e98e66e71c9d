import { LEFT_OUT_LISTED } from '@basalt/contract/database-import/database-import.rules.ts'
import type { ImportReport, LeftOut } from '@basalt/contract/database-import/database-import.schema.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'
import type pg from 'pg'
import type { ExecutedSql } from './executed-sql.ts'
import { withoutHeader } from './statement-header.ts'

/** The project has an empty schema of this name. */
const DUPLICATE_SCHEMA = '42P06'

/** Runs statements one by one, and keeps those that PostgreSQL refuses. */
export class Refusals {
  readonly list: LeftOut[] = []
  readonly #executed: ExecutedSql

  /** Adds the statements that are accepted to `executed`. */
  constructor(executed: ExecutedSql) {
    this.#executed = executed
  }

  /** As a report tells it. */
  reported(): Pick<ImportReport, 'left_out' | 'left_out_count'> {
    return { left_out: this.list.slice(0, LEFT_OUT_LISTED), left_out_count: this.list.length }
  }

  /** Adds a statement that is not run, without the passwords of user mappings and the like: others read the report. */
  leaveOut(text: string, reason: string) {
    this.list.push({ sql: withoutSecrets(withoutHeader(text)), reason })
  }

  async run(client: pg.Client, statements: readonly string[], shown?: string) {
    for (const text of statements)
      try {
        await client.query(text)
        this.#executed.add(text)
      } catch (error) {
        // Without a code the connection is lost.
        const { code, message, severity } = error as Error & { code?: string; severity?: string }
        if (code === undefined || severity !== 'ERROR') throw error
        if (code === DUPLICATE_SCHEMA) continue
        this.leaveOut(shown ?? text, message)
      }
  }

  /** Runs a statement of an open transaction, which continues when it is refused; it is listed as `shown`. */
  async runInTransaction(client: pg.Client, text: string, shown = text) {
    await client.query('savepoint basalt_optional')
    const before = this.list.length
    await this.run(client, [text], shown)
    await client.query(
      this.list.length === before
        ? 'release savepoint basalt_optional'
        : 'rollback to savepoint basalt_optional; release savepoint basalt_optional',
    )
  }
}
