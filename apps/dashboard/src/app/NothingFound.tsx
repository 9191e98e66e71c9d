import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { ButtonLink } from '../ui/controls/ButtonLink.tsx'

/** The not-found page for a URL outside the user's projects and organizations. */
export function NothingFound() {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col items-center gap-4 px-6 py-[16dvh] text-center">
      <span className="grid size-9 place-items-center rounded-md border border-line bg-surface-2 text-ink-muted">
        <Compass className="size-4.5" aria-hidden />
      </span>
      <div>
        <h1 className="font-semibold text-lg">This page does not exist</h1>
        <p className="mt-1 text-ink-muted">
          The URL may be mistyped, the page may be deleted, or you may not have access to it.
        </p>
      </div>
      <ButtonLink variant="primary" render={<Link to="/" />}>
        Go to the start page
      </ButtonLink>
    </div>
  )
}
