import type { InvitationLink } from '@basalt/contract/access/access.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { JoinAsMember } from './JoinAsMember.tsx'
import { JoinAsNewcomer, type NewAccount } from './JoinAsNewcomer.tsx'
import { memberQueries } from './members.queries.ts'
import { OfferWords } from './OfferWords.tsx'

interface Props {
  by: InvitationLink
  /** Of the account that is signed in, if any. */
  email: string | undefined
  /** Draws the form that makes an account. */
  newAccount: NewAccount
  signInLink: ReactNode
  onJoined: (slug: string) => void
  /** The account is there, and joining with it has failed. */
  onSignedIn: () => void
  /** Back to the sign-in, and to this page from there. */
  onSignedOut: () => void
}

/** Where the link of an invitation leads. */
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
        <OfferWords offer={offer} />
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
