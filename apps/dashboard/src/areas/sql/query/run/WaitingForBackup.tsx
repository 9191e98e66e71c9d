import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../../../lib/bytes.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { backupQueries } from '../../../database/backups/backups.queries.ts'
import { POSTGRES } from '../../role/sql-role.port.ts'
import type { QueryRun, QueryRunSnapshot } from './query-run.ts'

const INTERVAL_MS = 1_000

/** Says that SQL waits until its project is backed up, how far that is, and runs the SQL without it. */
export function WaitingForBackup({
  projectRef,
  run,
  snapshot: { waitsForWayBack, state, source },
}: {
  projectRef: string
  run: QueryRun
  snapshot: QueryRunSnapshot
}) {
  const { data } = useQuery({
    ...backupQueries.overview(projectRef),
    enabled: waitsForWayBack,
    refetchInterval: INTERVAL_MS,
  })
  if (!waitsForWayBack || data?.way_back !== 'backup') return null
  const running = data.backups.find(({ status }) => status === 'RUNNING')
  const isOfPostgres = (source?.role ?? POSTGRES).role === POSTGRES.role
  return (
    <Callout
      role="status"
      title="Backing up the project first"
      className="m-2"
      action={
        isOfPostgres && (
          <Button size="sm" onClick={() => void run.runWithoutWayBack()} loading={state === 'cancelling'}>
            Run without a backup
          </Button>
        )
      }
    >
      The SQL runs once the backup is complete.
      {running?.read_bytes ? ` ${formatBytes(running.read_bytes)} read so far.` : ''}
    </Callout>
  )
}
