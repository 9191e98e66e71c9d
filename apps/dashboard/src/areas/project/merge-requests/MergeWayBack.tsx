import type { MergeRequest } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { backupQueries } from '../../database/backups/backups.queries.ts'
import { NoWayBack } from '../../database/backups/NoWayBack.port.tsx'

/** How what a request is merged into can return to the moment before. */
export function MergeWayBack({
  request: { target_ref, target_name },
}: {
  request: Pick<MergeRequest, 'target_ref' | 'target_name'>
}) {
  const { data } = useQuery({ ...backupQueries.overview(target_ref), refetchInterval: false })
  if (data?.way_back === 'restore_point') return <p>A restore point of {target_name} is made first.</p>
  if (data?.way_back === 'backup')
    return (
      <p>
        {target_name} is backed up first, which takes some seconds. Restore this backup to undo the merge.
      </p>
    )
  return data?.way_back === 'none' ? <NoWayBack projectRef={target_ref} /> : null
}
