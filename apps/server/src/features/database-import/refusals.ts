import { LEFT_OUT_LISTED } from '@basalt/contract/database-import/database-import.rules.ts'
import type { ImportReport, LeftOut } from '@basalt/contract/database-import/database-import.schema.ts'
import type pg from 'pg'

/** The project has an empty schema of this name. */
const DUPLICATE_SCHEMA = '42P06'

/** Runs statements one by one, and keeps those that PostgreSQL refuses. */
export class Refusals {
  readonly list: LeftOut[] = []

  /** As a report tells it. */
  reported(): Pick<ImportReport, 'left_out' | 'left_out_count'> {
    return { left_out: this.list.slice(0, LEFT_OUT_LISTED), left_out_count: this.list.length }
  }

  async run(client: pg.Client, statements: readonly string[]) {
    for (const text of statements)
      try {
        await client.query(text)
      } catch (error) {
        // Without a code the connection is lost.
        const { code, message, severity } = error as Error & { code?: string; severity?: string }
        if (code === undefined || severity !== 'ERROR') throw error
        if (code === DUPLICATE_SCHEMA) continue
        this.list.push({ sql: withoutHeader(text), reason: message })
      }
  }
}

/** A statement without the comment with which pg_dump begins each object. */
export const withoutHeader = (text: string) => text.replace(HEADER, '').trim()

const HEADER = /^(?:\s*--[^\n]*\n)+/
