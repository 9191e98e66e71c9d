import type { InvitationLink } from '@basalt/contract/access/access.schema.ts'
import type { OpenInvitation } from '@basalt/contract/members/members.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { signOut } from '../../account/access/access.queries.ts'
import { acceptInvitation } from './members.queries.ts'

/** For signed-in users, with the invited address or another one. */
export function JoinAsMember({
  by,
  offer,
  email,
  onJoined,
  onSignedOut,
}: {
  by: InvitationLink
  offer: OpenInvitation
  email: string
  onJoined: (slug: string) => void
  onSignedOut: () => void
}) {
  const accept = useMutation(acceptInvitation)
  const leave = useMutation(signOut)
  if (!offer.email_match)
    return (
      <>
        <Callout tone="warning" title={`You are signed in as ${email}`}>
          The invitation is for {offer.email}. Sign in with that address, or ask for an invitation to yours.
        </Callout>
        <Button
          size="lg"
          loading={leave.isPending}
          onClick={() => leave.mutate(undefined, { onSuccess: onSignedOut })}
        >
          Sign in with another account
        </Button>
      </>
    )
  return (
    <>
      {accept.isError && (
        <Callout tone="critical" role="alert">
          {accept.error.message}
        </Callout>
      )}
      <Button
        variant="primary"
        size="lg"
        loading={accept.isPending}
        onClick={() => accept.mutate(by, { onSuccess: () => onJoined(by.slug) })}
      >
        Join organization
      </Button>
    </>
  )
}
