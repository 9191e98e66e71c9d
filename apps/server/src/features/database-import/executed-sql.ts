import { CHANGE_SQL_MAX } from '@basalt/contract/ledger/ledger.rules.ts'
import type { ChangeNotes } from '../ledger/ledger.port.ts'
import { withoutHeader } from './statement-header.ts'

const SETTING = /^(?:set|reset|select\s+pg_catalog\.set_config)\b/i
const DATA =
  /^(?:insert|update|delete|merge|copy|truncate|refresh)\b|^select\s+(?:pg_catalog\.)?(?:setval|lo_\w+)\s*\(/i

/** The SQL that an import has run, as the ledger records it: what defines objects, and what fills them. */
export class ExecutedSql {
  readonly #schema = new Kept()
  readonly #data = new Kept()
  #settings: string[] = []
  #copied = 0
  #hasCopied = false

  /** A statement that PostgreSQL has accepted. */
  add(text: string) {
    const bare = withoutHeader(text).replace(/;$/, '')
    if (SETTING.test(bare)) {
      this.#settings.push(bare)
      return
    }
    if (DATA.test(bare)) {
      this.#data.add(bare)
      return
    }
    // Settings stay with the definitions that they were for.
    for (const setting of this.#settings.splice(0)) this.#schema.add(setting)
    this.#schema.add(bare)
  }

  /** A COPY whose rows came from elsewhere. */
  addCopy(statement: string, rows: number) {
    this.#hasCopied = true
    this.#copied += rows
    this.#data.add(withoutHeader(statement).replace(/;$/, ''))
  }

  /** Definitions first; nothing for what it did not do. */
  changes(): ChangeNotes[] {
    return [
      { kind: 'schema' as const, statements: this.#schema.statements },
      {
        kind: 'data' as const,
        statements: this.#data.statements,
        ...(this.#hasCopied && { missing: 'rows' as const, rows: this.#copied }),
      },
    ].filter(({ statements }) => statements.length > 0)
  }
}

/** Statements up to the length that the ledger stores, and one more, by which it sees that the end is missing. */
class Kept {
  readonly statements: string[] = []
  #length = 0

  add(text: string) {
    if (this.#length > CHANGE_SQL_MAX) return
    this.statements.push(text)
    this.#length += text.length
  }
}
