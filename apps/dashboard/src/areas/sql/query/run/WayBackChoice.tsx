import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { backupQueries } from '../../../database/backups/backups.queries.ts'

/**
 * Says how the project can return to the moment before SQL that removes data. Where that takes a backup, people may go
 * without it.
 */
export function WayBackChoice({
  projectRef,
  isMade,
  onChange,
}: {
  projectRef: string
  /** Whether it is made before the SQL runs. */
  isMade: boolean
  onChange: (isMade: boolean) => void
}) {
  const { data } = useQuery({ ...backupQueries.overview(projectRef), refetchInterval: false })
  if (data?.way_back === 'restore_point') return <p>A restore point is made first.</p>
  if (data?.way_back === 'backup')
    return (
      <Checkbox
        label="Back up the project first"
        description="Takes some seconds. Restore this backup to undo the SQL."
        checked={isMade}
        onCheckedChange={onChange}
      />
    )
  if (data?.way_back !== 'none') return null
  return (
    <p>
      This cannot be undone: point-in-time recovery is off, and the database is too large to be backed up
      first.{' '}
      <TextLink render={<Link to="/project/$ref/database/backups/pitr" params={{ ref: projectRef }} />}>
        Switch it on
      </TextLink>
    </p>
  )
}
