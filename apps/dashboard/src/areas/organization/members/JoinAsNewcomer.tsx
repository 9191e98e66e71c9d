import type { InvitationLink } from '@basalt/contract/access/access.schema.ts'
import type { OpenInvitation } from '@basalt/contract/members/members.schema.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { acceptInvitation } from './members.queries.ts'

export type NewAccount = (props: {
  submitLabel: string
  invited: { email: string; by: InvitationLink }
  onSignedIn: () => void
}) => ReactNode

/** For who is not signed in: makes the account that the invitation is for, and joins with it. */
export function JoinAsNewcomer({
  by,
  offer: { email },
  newAccount,
  signInLink,
  onJoined,
  onSignedIn,
}: {
  by: InvitationLink
  offer: OpenInvitation
  newAccount: NewAccount
  signInLink: ReactNode
  onJoined: (slug: string) => void
  onSignedIn: () => void
}) {
  const accept = useMutation(acceptInvitation)
  return (
    <>
      {newAccount({
        submitLabel: 'Create account and join',
        invited: { email, by },
        onSignedIn: () => accept.mutate(by, { onSuccess: () => onJoined(by.slug), onError: onSignedIn }),
      })}
      <p className="text-center text-ink-muted text-sm">Have an account? {signInLink}</p>
    </>
  )
}
