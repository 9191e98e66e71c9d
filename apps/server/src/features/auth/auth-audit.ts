import type { AuthAuditEntry, AuthAuditQuery } from '@basalt/contract/auth/auth.schema.ts'
import { readCursor, writeCursor } from '../../http/page-cursor.ts'
import type { AuthDatabase } from './auth-database.ts'
import { UUID } from './auth-mounting.ts'

/** The audit log of users, as members see it. */
export const authAudit = (database: AuthDatabase) => ({
  /** A page by keyset, newest first. Throws `validation_failed` for a bad cursor. */
  async page(ref: string, { search, action, cursor, limit }: AuthAuditQuery) {
    const values: string[] = []
    const parameter = (value: string) => `$${values.push(value)}`
    const conditions = ['a.created_at is not null']
    if (search !== '')
      conditions.push(
        UUID.test(search)
          ? `a.payload ->> 'actor_id' = ${parameter(search.toLowerCase())}`
          : `lower(a.payload ->> 'actor_username') = ${parameter(search.toLowerCase())}`,
      )
    if (action !== undefined) conditions.push(`a.payload ->> 'action' = ${parameter(action)}`)
    if (cursor !== undefined) {
      const [at, id] = readCursor(cursor)
      conditions.push(`(a.created_at, a.id) < (${parameter(at)}::timestamptz, ${parameter(id)}::uuid)`)
    }
    const found = await database.json<AuthAuditEntry>(
      ref,
      `select jsonb_build_object(
         'id', a.id, 'at', a.created_at, 'action', coalesce(a.payload ->> 'action', ''),
         'actor_id', a.payload ->> 'actor_id', 'actor', nullif(a.payload ->> 'actor_username', ''),
         'address', nullif(a.ip_address, ''), 'traits', coalesce(a.payload -> 'traits', '{}'::json))
       from auth.audit_log_entries a where ${conditions.join(' and ')}
       order by a.created_at desc, a.id desc limit ${parameter(String(limit + 1))}::int`,
      values,
    )
    const entries = found.slice(0, limit)
    const last = entries.at(-1)
    return {
      entries,
      next_cursor: found.length > limit && last ? writeCursor([last.at, last.id]) : null,
    }
  },
})
