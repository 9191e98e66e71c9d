import { BLOCKING_LOCKS } from '@basalt/contract/rehearsals/rehearsals.rules.ts'
import type { StatementReport } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import type pg from 'pg'

/** A table, materialized view or sequence of users, as a transaction sees it. */
export interface RelationState {
  readonly schema: string
  readonly name: string
  /** Changes with every rewrite. */
  readonly file: string
  /** With indexes and TOAST. */
  readonly bytes: number
  /** PostgreSQL's estimate; null for what was never analysed. */
  readonly rows: number | null
}

/** What a transaction holds at a moment, by oid. */
export interface Held {
  /** Modes of locks, as in `pg_locks`. */
  readonly modes: ReadonlyMap<string, ReadonlySet<string>>
  readonly relations: ReadonlyMap<string, RelationState>
  /** Of the write-ahead log, in bytes. */
  readonly logPosition: number
}

interface Row {
  readonly oid: string
  readonly modes: string[] | null
  /** Null for a relation that the transaction has dropped. */
  readonly schema: string | null
  readonly name: string
  readonly file: string
  readonly bytes: string
  readonly rows: number | null
}

const STATE = `n.nspname as schema, c.relname as name, c.relfilenode::text as file,
    pg_catalog.pg_total_relation_size(c.oid)::text as bytes,
    case when c.reltuples >= 0 then c.reltuples::float8 end as rows`

const ALL = `
  select c.oid::text, null as modes, ${STATE}
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'm', 'S', 'v', 'f') and n.nspname !~ '^pg_'`

/** One pass over the locks of this transaction, most of which are on few relations. */
const LOCKED = `
  select l.relation::text as oid, l.modes, ${STATE}
  from (
      select relation, pg_catalog.array_agg(mode) as modes from pg_catalog.pg_locks
      where pid = pg_catalog.pg_backend_pid() and locktype = 'relation' and granted group by relation
    ) l
    left join pg_catalog.pg_class c on c.oid = l.relation
    left join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.oid is null or c.relkind in ('r', 'p', 'm', 'S', 'v', 'f') and n.nspname !~ '^pg_'`

const POSITION = `select pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_insert_lsn(), '0/0')::text as position`

/** All relations of users, before anything has run. */
export async function allRelations(client: pg.Client): Promise<Held> {
  const { rows } = await client.query<Row>(ALL)
  return heldOf(rows, await logPosition(client))
}

/** What the current transaction has locked. */
export async function heldNow(client: pg.Client): Promise<Held> {
  const { rows } = await client.query<Row>(LOCKED)
  return heldOf(rows, await logPosition(client))
}

async function logPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ position: string }>(POSITION)
  return Number(rows[0]!.position)
}

const heldOf = (rows: readonly Row[], position: number): Held => ({
  modes: new Map(rows.map(({ oid, modes }) => [oid, new Set(modes)])),
  relations: new Map(
    rows.flatMap(({ oid, schema, name, file, bytes, rows: estimate }) =>
      schema === null ? [] : [[oid, { schema, name, file, bytes: Number(bytes), rows: estimate }] as const],
    ),
  ),
  logPosition: position,
})

type Tables = StatementReport['tables']
type Locks = { schema: string; name: string; mode: string }[]

/** Keeps what is known of relations from one statement to the next. */
export function relationWatch(initial: Held) {
  const before = initial.relations
  const known = new Map(before)
  const reported = new Set<string>()
  let { logPosition: position } = initial

  /** Only relations that others can see can be locked for them. */
  const newLocks = ({ modes }: Held): Locks =>
    [...modes].flatMap(([oid, own]) => {
      const relation = before.get(oid)
      const mode = BLOCKING_LOCKS.findLast((one) => own.has(one))
      if (!relation || mode === undefined || reported.has(`${oid} ${mode}`)) return []
      reported.add(`${oid} ${mode}`)
      return [{ schema: relation.schema, name: relation.name, mode }]
    })

  const changesOf = ({ modes, relations }: Held): Tables =>
    [...modes.keys()].flatMap((oid) => {
      const [was, is] = [known.get(oid), relations.get(oid)]
      if (is) known.set(oid, is)
      else known.delete(oid)
      if (!was && !is) return []
      if (was && is && was.file === is.file && was.bytes === is.bytes) return []
      const { schema, name } = (is ?? was)!
      return [
        {
          schema,
          name,
          is_rewritten: was !== undefined && is !== undefined && was.file !== is.file,
          rows_estimated: was?.rows ?? null,
          bytes_before: was?.bytes ?? null,
          bytes_after: is?.bytes ?? null,
        },
      ]
    })

  return {
    /** What has changed since the statement before. */
    since(held: Held) {
      const wal_bytes = held.logPosition - position
      position = held.logPosition
      return { wal_bytes, locks: newLocks(held), tables: changesOf(held) }
    },
  }
}
