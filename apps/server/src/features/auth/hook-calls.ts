import { randomUUID } from 'node:crypto'
import type { AuthCall } from './auth-call.ts'
import type { AuthHooks, HookAnswer } from './hooks.ts'

/** A user who is about to be created. */
export interface NewUserDraft {
  id: string
  email: string | null
  phone?: string | null
  provider: string | undefined
  userMetadata: Record<string, unknown> | undefined
  isAnonymous?: boolean
}

/** Asks whether a user may be created. Throws the refusal of the hook. */
export async function askBeforeCreation(
  hooks: AuthHooks,
  { ref, settings, client }: AuthCall,
  { id, email, phone = null, provider, userMetadata = {}, isAnonymous = false }: NewUserDraft,
) {
  const time = new Date().toISOString()
  await hooks.run(ref, settings, 'before_user_created', {
    metadata: { uuid: randomUUID(), time, name: 'before-user-created', ip_address: client.ip },
    user: {
      id,
      aud: 'authenticated',
      role: '',
      email: email ?? '',
      phone: phone ?? '',
      app_metadata: provider === undefined ? {} : { provider, providers: [provider] },
      user_metadata: userMetadata,
      identities: [],
      created_at: time,
      updated_at: time,
      is_anonymous: isAnonymous,
    },
  })
}

/** The reason to refuse an attempt that a hook judged; undefined when it lets it pass. */
export function rejection(answer: HookAnswer | undefined, byDefault: string): string | undefined {
  if (answer?.decision !== 'reject') return undefined
  return typeof answer.message === 'string' && answer.message !== '' ? answer.message : byDefault
}
