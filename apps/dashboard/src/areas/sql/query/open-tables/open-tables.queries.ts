import { getDataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { CATALOG_KEY_PREFIX } from '@basalt/contract/query-history/query-history.rules.ts'
import { quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { queryQueries } from '../query.queries.ts'
import { type RunTarget, targetParams } from '../run/run-target.ts'
import type { CreatedTable } from './created-tables.ts'

export interface OpenTable {
  readonly schema: string
  readonly name: string
}

/** Which of the named tables the publishable key can use without any policy. An unqualified name means any schema. */
export function openTablesSql(exposed: readonly string[], created: readonly CreatedTable[]): string {
  const nameOf = (text: string | undefined) =>
    text === undefined ? 'null::name' : `${quoteLiteral(text)}::name`
  return `
    select n.nspname as schema, c.relname as name
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_roles anon on anon.rolname = 'anon'
    where c.relkind in ('r', 'p') and not c.relrowsecurity
      and n.nspname = any (array[${exposed.map(nameOf).join(', ')}]::name[])
      and exists (
        select from (values ${created.map(({ schema, name }) => `(${nameOf(schema)}, ${nameOf(name)})`).join(', ')})
          as created (schema, name)
        where created.name = c.relname and coalesce(created.schema, n.nspname) = n.nspname)
      and pg_catalog.has_schema_privilege(anon.oid, n.oid, 'usage')
      and (pg_catalog.has_table_privilege(anon.oid, c.oid, 'select, insert, update, delete')
        or pg_catalog.has_any_column_privilege(anon.oid, c.oid, 'select, insert, update'))
    order by 1, 2`
}

/** Which of the tables that a run created are open, according to the catalog. `runId` is part of the cache key. */
export const openTables = (ref: string, runId: number, created: readonly CreatedTable[]) =>
  queryOptions({
    queryKey: [...queryQueries.all, 'open-tables', ref, runId, created],
    queryFn: async ({ signal }) => {
      const { db_schemas: exposed } = await call(getDataApiSettings, { params: { ref } }, signal)
      const rows = await call(
        runQuery,
        {
          params: { ref },
          query: { key: `${CATALOG_KEY_PREFIX}open-tables` },
          body: { query: openTablesSql(exposed, created), read_only: true },
        },
        signal,
      )
      return rows.map((row): OpenTable => {
        const columns: Readonly<Record<string, unknown>> = row
        return { schema: String(columns.schema), name: String(columns.name) }
      })
    },
    retry: false,
  })

/**
 * Enables row level security on all of the tables or none, as the role that created them. The notice displays errors.
 */
export const enableRowLevelSecurity = (ref: string, { role }: RunTarget) =>
  mutationOptions({
    mutationFn: (tables: readonly OpenTable[]) =>
      call(runQuery, {
        params: { ref },
        query: {},
        body: {
          query: tables
            .map(
              ({ schema, name }) => `alter table ${quoteQualified(schema, name)} enable row level security;`,
            )
            .join('\n'),
          ...targetParams({ role }, new Date()),
        },
      }),
  })
