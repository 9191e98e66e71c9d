import type { AuthUser } from '@basalt/contract/auth/auth.schema.ts'
import { Badge } from '../../../ui/text/Badge.tsx'

/** The name that a user is listed by. */
export const nameOf = ({ email, phone, display_name, is_anonymous }: AuthUser) =>
  email ?? phone ?? display_name ?? (is_anonymous ? 'Anonymous user' : 'User without an address')

/** Whether a user can sign in. */
export function UserState({ user }: { user: AuthUser }) {
  if (user.banned_until !== null) return <Badge tone="critical">Banned</Badge>
  if (user.is_anonymous) return <Badge>Anonymous</Badge>
  // Who signs in with a wallet, for example, has nothing to confirm.
  if (user.email === null && user.phone === null) return <Badge tone="success">No email</Badge>
  if (user.confirmed_at !== null) return <Badge tone="success">Confirmed</Badge>
  return <Badge tone="warning">{user.invited_at === null ? 'Unconfirmed' : 'Invited'}</Badge>
}
