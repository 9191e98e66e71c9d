import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'

/** Replaces the pages of an organization that requires MFA for members without it. */
export function MfaRequired({
  name,
  leave,
}: {
  name?: string | undefined
  /** A button to leave the organization instead. */
  leave?: ReactNode
}) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col items-center gap-4 px-6 py-[16dvh] text-center">
      <span className="grid size-9 place-items-center rounded-md border border-warning-line bg-warning-subtle text-warning-ink">
        <ShieldAlert className="size-4.5" aria-hidden />
      </span>
      <div>
        <h1 className="font-semibold text-lg">Multi-factor authentication is required</h1>
        <p className="wrap-anywhere mt-1 text-ink-muted">
          {name ?? 'This organization'} requires it for all members. Set it up for your account, then come
          back.
        </p>
      </div>
      <ButtonLink variant="primary" render={<Link to="/account/security" />}>
        Set up in your account
      </ButtonLink>
      {leave}
    </div>
  )
}
