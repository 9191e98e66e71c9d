import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'

/** The page for an unknown ref. Does not reveal whether it exists. */
export function ProjectNotFound() {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-16">
      <h1 className="sr-only">Project not found</h1>
      <EmptyState
        icon={SearchX}
        title="This project does not exist"
        action={<ButtonLink render={<Link to="/" />}>Go to your projects</ButtonLink>}
      >
        It may have been deleted, or it belongs to an organization that you are not a member of. Check the
        URL.
      </EmptyState>
    </div>
  )
}
