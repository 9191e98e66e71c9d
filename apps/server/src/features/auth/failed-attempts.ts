import type { AuthAuditAction } from '@basalt/contract/auth/auth-audit.rules.ts'
import { addEntryAlone } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { AuthDatabase } from './auth-database.ts'
import { AuthError } from './auth-error.ts'

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
  { ref, client }: Pick<AuthCall, 'ref' | 'client'>,
  action: AuthAuditAction & ('login_failed' | 'verify_factor_failed' | 'token_reused'),
  { id, email, phone }: Actor,
  traits: Record<string, unknown>,
) =>
  addEntryAlone(
    database,
    ref,
    client,
    {
      action,
      ...(id !== undefined && { actor_id: id }),
      actor_username: email ?? phone ?? '',
      log_type: 'account',
      traits,
    },
    { mayBeLost: true },
  )

/** A way to sign in, as it is known before its proof has been judged. */
export interface Trial {
  actor: Actor
  /** How: `provider`, and what tells it from others. */
  traits: Record<string, unknown>
}

/**
 * Judges a proof of a person who signs in, and notes a refusal in the audit log. `trial` is read once it has failed, so
 * that the work can fill in whose account it is about.
 */
export async function notingRefusal<T>(
  database: AuthDatabase,
  call: Pick<AuthCall, 'ref' | 'client'>,
  trial: Trial,
  judge: () => Promise<T>,
): Promise<T> {
  try {
    return await judge()
  } catch (error) {
    // Entries beyond a limit would not be bounded by it.
    if (error instanceof AuthError && error.status !== TOO_MANY_REQUESTS)
      await noteFailure(database, call, 'login_failed', trial.actor, { ...trial.traits, reason: error.code })
    throw error
  }
}

const TOO_MANY_REQUESTS = 429
