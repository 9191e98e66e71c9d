import { TYPE_NAMES } from '@basalt/catalog/objects/data-types.ts'
import pg from 'pg'

const UNKNOWN_TYPE = '???'
/** A type may be renamed; names that were looked up are asked for again after a while. */
const NAMES_KEPT_MS = 60_000

const { SMGR: _reused, ...kept } = pg.types.builtins
/** The base types, whose numbers never change. The driver still lists smgr, whose number now is another type's. */
const builtin = new Map<number, string>(Object.entries(kept).map(([name, oid]) => [oid, name.toLowerCase()]))

/** Runs a query on a connection that serves no user's transaction. */
export type Lookup = (sql: string, values: unknown[]) => Promise<{ oid: number; name: string }[]>

/**
 * Names for type oids, as PostgreSQL writes them: `int8`, `text[]`. A type that only the user's open transaction can
 * see, or that is gone, is `???`, as format_type() has it.
 */
export class ColumnTypes {
  readonly #lookup: Lookup
  readonly #names = new Map<number, string>()
  #since = Date.now()

  constructor(lookup: Lookup) {
    this.#lookup = lookup
  }

  async namesOf(oids: number[]): Promise<string[]> {
    this.#expire()
    const missing = oids.filter((oid) => this.#name(oid) === undefined)
    if (missing.length > 0) {
      // A name is not worth failing a query for.
      const found = await this.#lookup(TYPE_NAMES, [missing]).catch(() => [])
      for (const { oid, name } of found) this.#names.set(oid, name)
    }
    return oids.map((oid) => this.#name(oid) ?? UNKNOWN_TYPE)
  }

  #name(oid: number) {
    return builtin.get(oid) ?? this.#names.get(oid)
  }

  #expire() {
    if (Date.now() - this.#since < NAMES_KEPT_MS) return
    this.#names.clear()
    this.#since = Date.now()
  }
}
