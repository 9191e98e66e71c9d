import type { AuthUser } from '@basalt/contract/auth/auth.schema.ts'
import { Badge } from '../../../ui/text/Badge.tsx'

/** The name that a user is listed by. */
export const nameOf = ({ email, phone, is_anonymous }: AuthUser) =>
  email ?? phone ?? (is_anonymous ? 'Anonymous user' : 'User without an address')

/** Whether a user can sign in. */
export function UserState({ user }: { user: AuthUser }) {
  if (user.banned_until !== null) return <Badge tone="critical">Banned</Badge>
  if (user.is_anonymous) return <Badge>Anonymous</Badge>
  if (user.confirmed_at !== null) return <Badge tone="success">Confirmed</Badge>
  return <Badge tone="warning">{user.invited_at === null ? 'Unconfirmed' : 'Invited'}</Badge>
}
