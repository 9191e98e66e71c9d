import type { MergeRequest } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { backupQueries } from '../../database/backups/backups.queries.ts'
import { NoWayBack } from '../../database/backups/NoWayBack.port.tsx'

/**
 * How what a request is merged into can return to the moment before. Where that takes a backup, people may go without it:
 * a merge may be what mends a project that cannot be backed up.
 */
export function MergeWayBack({
  request: { target_ref, target_name },
  isBackedUp,
  onChange,
}: {
  request: Pick<MergeRequest, 'target_ref' | 'target_name'>
  /** Whether the backup is made before the merge. */
  isBackedUp: boolean
  onChange: (isBackedUp: boolean) => void
}) {
  const { data } = useQuery({ ...backupQueries.overview(target_ref), refetchInterval: false })
  if (data?.way_back === 'restore_point') return <p>A restore point of {target_name} is made first.</p>
  if (data?.way_back === 'backup')
    return (
      <Checkbox
        label={`Back up ${target_name} first`}
        description="Takes some seconds. Restore this backup to undo the merge."
        checked={isBackedUp}
        onCheckedChange={onChange}
      />
    )
  return data?.way_back === 'none' ? <NoWayBack projectRef={target_ref} /> : null
}
