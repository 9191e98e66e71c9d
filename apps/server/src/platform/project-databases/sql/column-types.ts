import { TYPE_NAMES } from '@basalt/catalog/objects/data-types.ts'
import pg from 'pg'

const UNKNOWN_TYPE = '???'
/** How long names are cached: a type may be renamed. */
const CACHE_TTL_MS = 60_000

const { SMGR: _reused, ...builtins } = pg.types.builtins
/** The base types, whose oids never change. The driver still lists smgr, whose oid now belongs to another type. */
const builtin = new Map<number, string>(
  Object.entries(builtins).map(([name, oid]) => [oid, name.toLowerCase()]),
)

/** Runs a query on a connection outside any user's transaction. */
export type Lookup = (sql: string, values: unknown[]) => Promise<{ oid: number; name: string }[]>

/**
 * Names of types by oid, as PostgreSQL writes them: `int8`, `text[]`. A type that only the user's open transaction can
 * see, or that is gone, is `???`, as in format_type().
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
      // Not worth failing a query for.
      const rows = await this.#lookup(TYPE_NAMES, [missing]).catch(() => [])
      for (const { oid, name } of rows) this.#names.set(oid, name)
    }
    return oids.map((oid) => this.#name(oid) ?? UNKNOWN_TYPE)
  }

  #name(oid: number) {
    return builtin.get(oid) ?? this.#names.get(oid)
  }

  #expire() {
    if (Date.now() - this.#since < CACHE_TTL_MS) return
    this.#names.clear()
    this.#since = Date.now()
  }
}
