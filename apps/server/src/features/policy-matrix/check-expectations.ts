import { cellKey } from '@basalt/contract/policy-matrix/policy-matrix.rules.ts'
import type { PolicyExpectations } from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import type pg from 'pg'
import type { UnexpectedCell } from './policy-matrix.port.ts'
import { tryAccesses } from './try-accesses.ts'

const OIDS = `
  select c.oid::pg_catalog.int8::pg_catalog.float8 as oid
  from pg_catalog.json_to_recordset($1) as of(schema text, name text)
    join pg_catalog.pg_namespace n on n.nspname = of.schema
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = of.name and c.relkind in ('r', 'p')`

/** Tries what is expected on a connection of a copy. Tables are found by their names; of one that is gone, nothing is known. */
export async function checkExpectations(
  client: pg.Client,
  { actors, cells: expected }: PolicyExpectations,
  signal: AbortSignal,
) {
  const names = new Map(expected.map(({ schema, table }) => [`${schema}.${table}`, { schema, name: table }]))
  const { rows } = await client.query<{ oid: number }>(OIDS, [JSON.stringify([...names.values()])])
  const tables = rows.map(({ oid }) => oid)
  const { cells } =
    tables.length === 0
      ? { cells: [] }
      : await tryAccesses(client, { actors, tables }, signal, { explains: false })
  const found = new Map(cells.map((cell) => [cellKey(cell), cell]))
  const unexpected = expected.flatMap(({ outcome: before, ...cell }): UnexpectedCell[] => {
    const { outcome, message } = found.get(cellKey(cell)) ?? {
      outcome: 'unknown' as const,
      message: 'The table is gone.',
    }
    return outcome === before ? [] : [{ ...cell, expected: before, outcome, message }]
  })
  return { tried: expected.length, unexpected, error: null }
}
