import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { InstanceLogContent } from './InstanceLogContent.tsx'
import { instanceQueries } from './instances.queries.ts'

/** The latest log entries of the database. */
export function InstanceLogPanel({ projectRef }: { projectRef: string }) {
  const log = useQuery(instanceQueries.recentLogs(projectRef))
  return (
    <Card
      title="Recent log entries"
      description="Newest first, in your local time."
      padded={false}
      actions={
        <IconButton
          label="Refresh log entries"
          icon={RotateCw}
          loading={log.isFetching}
          onClick={() => log.refetch()}
        />
      }
    >
      <InstanceLogContent log={log} />
    </Card>
  )
}
