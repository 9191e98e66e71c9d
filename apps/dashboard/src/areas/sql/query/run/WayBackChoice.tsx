import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { backupQueries } from '../../../database/backups/backups.queries.ts'
import { NoWayBack } from '../../../database/backups/NoWayBack.port.tsx'

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
  return data?.way_back === 'none' ? <NoWayBack projectRef={projectRef} /> : null
}
