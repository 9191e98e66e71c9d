import type { InvitationLink } from '@basalt/contract/access/access.schema.ts'
import type { OpenInvitation } from '@basalt/contract/members/members.schema.ts'
import { roles } from '@basalt/contract/permissions/roles.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { JoinAsMember } from './JoinAsMember.tsx'
import { acceptInvitation, memberQueries } from './members.queries.ts'

interface Props {
  by: InvitationLink
  /** The signed-in user's, if any. */
  email: string | undefined
  /** Renders the form that creates an account. */
  newAccount: NewAccount
  signInLink: ReactNode
  onJoined: (slug: string) => void
  /** The account was created, but joining failed. */
  onSignedIn: () => void
  /** To the sign-in page and back here. */
  onSignedOut: () => void
}

/** The page of an invitation link. */
export function JoinPage({ by, email, ...rest }: Props) {
  const invitation = useQuery(memberQueries.invitation(by.slug, by.token, email))
  if (invitation.isPending)
    return (
      <Frame title="Your invitation">
        <Skeleton className="h-24 rounded-md" />
      </Frame>
    )
  if (invitation.isError)
    return (
      <Frame title="Your invitation">
        <ErrorPanel
          title="You cannot join with this link"
          message={invitation.error.message}
          requestId={requestIdOf(invitation.error)}
          action={
            <ButtonLink render={<Link to="/" />}>{email ? 'Go to your organizations' : 'Sign in'}</ButtonLink>
          }
        />
      </Frame>
    )
  const offer = invitation.data
  return (
    <Frame title={`Join ${offer.organization_name}`}>
      <section
        aria-label="Invitation"
        className="flex flex-col gap-4 rounded-md border border-line bg-surface-1 p-5"
      >
        <OfferText offer={offer} />
        {email === undefined ? (
          <JoinAsNewcomer by={by} offer={offer} {...rest} />
        ) : (
          <JoinAsMember by={by} offer={offer} email={email} {...rest} />
        )}
      </section>
    </Frame>
  )
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="grid min-h-dvh place-items-center px-4 py-12">
    <div className="w-full max-w-md">
      <header className="mb-6 flex flex-col items-center gap-3 text-center">
        <img src="/favicon.svg" alt="" className="size-10" />
        <h1 className="wrap-anywhere font-semibold text-xl tracking-tight">{title}</h1>
      </header>
      {children}
    </div>
  </main>
)

type NewAccount = (props: {
  submitLabel: string
  invited: { email: string; by: InvitationLink }
  onSignedIn: () => void
}) => ReactNode

/** For signed-out users: creates the invited account and joins. */
function JoinAsNewcomer({
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

/** The inviter, the invited address and the role. */
function OfferText({ offer: { invited_by, email, role_id, project_names } }: { offer: OpenInvitation }) {
  const role = roles[role_id]
  return (
    <>
      <p className="wrap-anywhere">
        {invited_by ?? 'Someone'} invited {email} as <strong>{role.name}</strong>
        {project_names ? ` on ${project_names.join(', ')}.` : '.'}
      </p>
      <p className="text-ink-muted text-sm">{role.description}</p>
    </>
  )
}
