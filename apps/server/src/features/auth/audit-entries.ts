import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { AuthAuditAction } from '@basalt/contract/auth/auth-audit.rules.ts'
import type { FastifyRequest } from 'fastify'
import { noteAuditAction } from '../../http/api-calls.ts'
import type { AuthDatabase, Run } from './auth-database.ts'

/** Where the entries of a call go. */
export interface AuditOfCall {
  /** Whether they are written to the project's database. */
  isStored: boolean
  /** Records one in the log of the call. `userId` is whom it is about, if that is a user. */
  note(action: AuthAuditAction, userId?: string): void
}

export const auditOf = (request: FastifyRequest, settings: AuthSettings): AuditOfCall => ({
  isStored: !settings.audit_log_disable_postgres,
  note: (action, userId) => noteAuditAction(request, action, userId),
})

/** A call, as far as its entries need it. */
interface Audited {
  ip: string
  audit: AuditOfCall
}

/** An entry, with the names that its readers know. */
interface Entry {
  action: AuthAuditAction
  actor_id?: string
  actor_username: string
  log_type: string
  traits: Record<string, unknown>
}

/** A part of a statement that adds an entry to the audit log: an INSERT up to its FROM. */
export const auditInsert = (payload: string, ip: string) =>
  `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
   select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), ${payload}, now(), ${ip}`

/** Adds an entry within a transaction; the log of the call gets it once that is committed. */
export async function addEntry(run: Run, { ip, audit }: Audited, entry: Entry) {
  run.whenCommitted(() => audit.note(entry.action, entry.actor_id))
  if (audit.isStored) await run(auditInsert('$1::json', '$2'), [JSON.stringify(entry), ip])
}

/** Adds an entry in one round trip. */
export async function addEntryAlone(
  database: AuthDatabase,
  ref: string,
  { ip, audit }: Audited,
  entry: Entry,
  options: { mayBeLost?: boolean } = {},
) {
  if (audit.isStored)
    await database.json(
      ref,
      `with noted as (${auditInsert('$1::json', '$2')}) select 'null'::jsonb`,
      [JSON.stringify(entry), ip],
      options,
    )
  audit.note(entry.action, entry.actor_id)
}

/** Adds an entry about a user within a transaction. */
export const audit = (
  run: Run,
  action: AuthAuditAction,
  { id, email, phone }: { id: string; email: string | null; phone?: string | null },
  { client, traits = {} }: { client: Audited; traits?: Record<string, unknown> },
) =>
  addEntry(run, client, {
    action,
    actor_id: id,
    actor_username: email || phone || '',
    log_type: LOG_TYPES[action] ?? 'account',
    traits,
  })

const LOG_TYPES: Partial<Record<AuthAuditAction, string>> = {
  login: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_confirmation_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_updated_password: 'user',
  identity_linked: 'user',
  identity_unlinked: 'user',
}
