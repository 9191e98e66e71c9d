import { HTTP_LOG_ROWS_MAX, httpLogRetentionDays } from '@basalt/contract/http-log/http-log.rules.ts'
import type { HttpLogEntry, HttpLogPage, HttpLogQuery } from '@basalt/contract/http-log/http-log.schema.ts'
import { planIds } from '@basalt/contract/organizations/organizations.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

/** An entry to be written. */
export interface HttpLogRecord extends Omit<HttpLogEntry, 'id'> {
  project_ref: string
}

export type HttpLogStore = ReturnType<typeof httpLogStore>

/** The calls of projects' APIs. Entries are added, read, and deleted after their retention. */
export function httpLogStore(metadata: Metadata) {
  return {
    /** Inserts in order. Leaves out entries of projects that are deleted by now. */
    async insert(records: readonly HttpLogRecord[]) {
      await sql`
        insert into http_log (project_ref, at, method, path, status, duration_ms, role, response_bytes, left_out)
        select project_ref, at, method, path, status, duration_ms, role, response_bytes, left_out
        from rows from (jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as (
          project_ref text, at timestamptz, method text, path text, status smallint, duration_ms real, role text,
          response_bytes bigint, left_out integer)) with ordinality as entry (
          project_ref, at, method, path, status, duration_ms, role, response_bytes, left_out, place)
        where exists (select from projects where ref = entry.project_ref)
        order by place`.execute(metadata)
    },

    /** Most recently ended first. */
    async page(ref: string, request: HttpLogQuery): Promise<HttpLogPage> {
      const { rows } = await sql<HttpLogEntry>`
        select id, at, method, path, status, duration_ms, role, response_bytes::float8 as response_bytes, left_out
        from http_log where ${sql.join(conditions(ref, request), sql` and `)}
        order by id desc limit ${request.limit + 1}`.execute(metadata)
      const entries = rows.slice(0, request.limit)
      return { entries, next_cursor: rows.length > request.limit ? entries.at(-1)!.id : null }
    },

    /** Deletes entries older than their plan's retention, and excess entries of the given projects. */
    async prune(now: Date, refs: Iterable<string>) {
      for (const plan of planIds)
        await sql`
          delete from http_log where at < ${new Date(now.getTime() - httpLogRetentionDays[plan] * 86_400_000)}
            and project_ref in (
              select ref from projects join organizations on organizations.id = organization_id where plan = ${plan})
        `.execute(metadata)
      for (const ref of refs)
        await sql`
          delete from http_log where project_ref = ${ref} and id <= (
            select id from http_log where project_ref = ${ref} order by id desc offset ${HTTP_LOG_ROWS_MAX} limit 1)
        `.execute(metadata)
    },
  }
}

function conditions(ref: string, { method, status, role, path, from, to, cursor }: HttpLogQuery) {
  const any = (parts: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(parts, sql` or `)})`
  return [
    sql<boolean>`project_ref = ${ref}`,
    ...(method === undefined || method.length === 0 ? [] : [sql<boolean>`method = any(${method})`]),
    ...(status === undefined || status.length === 0 ? [] : [any(status.map(statusIs))]),
    ...(role === undefined ? [] : [sql<boolean>`role = ${role}`]),
    ...(path === undefined ? [] : [sql<boolean>`strpos(path, ${path}) > 0`]),
    ...(from === undefined ? [] : [sql<boolean>`at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql<boolean>`at <= ${to}::timestamptz`]),
    ...(cursor === undefined ? [] : [sql<boolean>`id < ${cursor}::bigint`]),
  ]
}

/** `404`, or `4xx` for the whole class. */
function statusIs(status: string) {
  const isHundred = status.endsWith('xx')
  const least = Number(isHundred ? `${status[0]}00` : status)
  return sql<boolean>`status between ${least} and ${isHundred ? least + 99 : least}`
}
