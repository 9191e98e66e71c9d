import type { AuthUser, AuthUserDetail } from '@basalt/contract/auth/auth.schema.ts'

let made = 0
const newId = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

/** A user of a project's apps, confirmed and with an email address by default. */
export function anAuthUser(differences: Partial<AuthUser> = {}): AuthUser {
  const id = differences.id ?? newId()
  return {
    id,
    email: `user${made}@example.com`,
    phone: null,
    display_name: null,
    providers: ['email'],
    created_at: '2026-11-01T08:00:00.000Z',
    last_sign_in_at: null,
    confirmed_at: '2026-11-01T08:00:00.000Z',
    invited_at: null,
    banned_until: null,
    is_anonymous: false,
    ...differences,
  }
}

/** A user as their panel shows them, without sessions and factors by default. */
export const anAuthUserDetail = (differences: Partial<AuthUserDetail> = {}): AuthUserDetail => ({
  ...anAuthUser(differences),
  identities: [anIdentity()],
  factors: [],
  passkeys: [],
  sessions: [],
  raw: {},
  ...differences,
})

/** A way to sign in, by email by default. */
export const anIdentity = (
  differences: Partial<AuthUserDetail['identities'][number]> = {},
): AuthUserDetail['identities'][number] => ({
  id: newId(),
  provider: 'email',
  account: 'ann@example.com',
  created_at: '2026-11-01T08:00:00.000Z',
  last_sign_in_at: null,
  ...differences,
})
