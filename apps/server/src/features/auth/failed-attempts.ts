import type { AuthAuditAction } from '@basalt/contract/auth/auth-audit.rules.ts'
import type { AuthDatabase } from './auth-database.ts'
import { auditInsert } from './users.store.ts'

/** Who tried: a user, or an address or number that nobody has. */
interface Actor {
  id?: string | undefined
  email: string | null
  phone?: string | null
}

/**
 * Notes in the audit log that somebody was refused, in one round trip that does not wait for the disk. The limits of
 * attempts bound how many entries a network can cause.
 */
export const noteFailure = (
  database: AuthDatabase,
  { ref, client }: { ref: string; client: { ip: string } },
  action: AuthAuditAction & ('login_failed' | 'verify_factor_failed' | 'token_reused'),
  { id, email, phone }: Actor,
  traits: Record<string, unknown>,
) =>
  database.json(
    ref,
    `with noted as (${auditInsert('$1::json', '$2')}) select 'null'::jsonb`,
    [
      JSON.stringify({
        action,
        ...(id !== undefined && { actor_id: id }),
        actor_username: email ?? phone ?? '',
        log_type: 'account',
        traits,
      }),
      client.ip,
    ],
    { mayBeLost: true },
  )
