import { Link } from '@tanstack/react-router'
import { TextLink } from '../../../ui/text/TextLink.tsx'

/** Says of a change that removes data why it cannot be undone, and what would change that. */
export const NoWayBack = ({ projectRef }: { projectRef: string }) => (
  <p>
    This cannot be undone: point-in-time recovery is off, and the database is too large to be backed up first.{' '}
    <TextLink render={<Link to="/project/$ref/database/backups/pitr" params={{ ref: projectRef }} />}>
      Switch it on
    </TextLink>
  </p>
)
