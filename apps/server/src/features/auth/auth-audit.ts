import type { AuthAuditEntry, AuthAuditQuery } from '@basalt/contract/auth/auth.schema.ts'
import { readCursor, writeCursor } from '../../http/page-cursor.ts'
import type { AuthDatabase } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { UUID } from './auth-mounting.ts'

/** An entry as servers read it. */
interface WireEntry {
  id: string
  payload: Record<string, unknown>
  created_at: string
  ip_address: string
}

/** What servers search by, as `name:value`; the parts of the stored entry. */
const searchable: Record<string, string> = {
  author: `lower(a.payload ->> 'actor_username') = lower($1)`,
  action: `a.payload ->> 'action' = $1`,
  type: `a.payload ->> 'log_type' = $1`,
}

export type AuthAudit = ReturnType<typeof authAudit>

/** The audit log of users. */
export const authAudit = (database: AuthDatabase) => ({
  /** A page by number for servers, newest first, and how many entries there are. Throws `validation_failed` for a bad search. */
  async numbered(ref: string, { page, perPage, search }: { page: number; perPage: number; search: string }) {
    const [name = '', ...rest] = search.split(':')
    const condition = search === '' ? 'true' : Object.hasOwn(searchable, name) && searchable[name]
    if (!condition)
      throw new AuthError('validation_failed', 'query is author, action or type, a colon and what it equals')
    const values = search === '' ? [] : [rest.join(':')]
    return database.transaction(ref, async (run) => {
      const from = `from auth.audit_log_entries a where a.created_at is not null and ${condition}`
      const [row] = await run<{ count: number }>(`select count(*)::int as count ${from}`, values)
      const entries = await run<WireEntry>(
        `select a.id, a.payload, a.created_at, a.ip_address ${from}
         order by a.created_at desc, a.id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, perPage, (page - 1) * perPage],
      )
      return { entries, total: row!.count }
    })
  },

  /** A page by keyset for members, newest first. Throws `validation_failed` for a bad cursor. */
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
