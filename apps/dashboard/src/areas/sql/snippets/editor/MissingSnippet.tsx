import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'

/** For the address of a query that was deleted, or is somebody else's. */
export function MissingSnippet({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  return (
    <EmptyState
      icon={FileQuestion}
      title="This query does not exist"
      action={
        <>
          <Button onClick={onClose}>Close tab</Button>
          <ButtonLink
            variant="primary"
            render={<Link to="/project/$ref/sql/$id" params={{ ref: projectRef, id: 'new' }} />}
          >
            New query
          </ButtonLink>
        </>
      }
    >
      It was deleted, or its owner has not shared it with this project.
    </EmptyState>
  )
}
