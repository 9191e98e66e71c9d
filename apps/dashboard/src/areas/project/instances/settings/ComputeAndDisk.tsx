import { useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../../api/api-error.ts'
import { formatBytes } from '../../../../lib/bytes.ts'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { diskUse } from '../connection.rules.ts'
import { instanceQueries } from '../instances.queries.ts'
import { UsageBar } from '../UsageBar.tsx'

/** The machine's resources and what this project's database uses. */
export function ComputeAndDisk({ projectRef }: { projectRef: string }) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Compute and disk"
        description="Databases have no fixed size. They share the machine they run on."
      />
      <MachineFacts projectRef={projectRef} />
    </div>
  )
}

function MachineFacts({ projectRef }: { projectRef: string }) {
  const machine = useQuery(instanceQueries.machine(projectRef))
  const facts = useQuery(instanceQueries.facts(projectRef))
  const error = machine.error ?? facts.error
  if (machine.isPending || facts.isPending)
    return (
      <div role="status" aria-label="Loading the machine" className="flex flex-col gap-6">
        <Skeleton className="h-32 rounded-md" />
        <Skeleton className="h-56 rounded-md" />
      </div>
    )
  if (!machine.data || !facts.data)
    return (
      <ErrorPanel
        title="Failed to load machine information"
        message={error?.message ?? ''}
        requestId={requestIdOf(error)}
        retrying={machine.isFetching || facts.isFetching}
        onRetry={() => Promise.all([machine.refetch(), facts.refetch()])}
      />
    )
  const { cpus, memory_bytes, disk_total_bytes, disk_free_bytes } = machine.data
  const { database_bytes, disk_bytes, connections } = facts.data
  const used = disk_total_bytes - disk_free_bytes
  return (
    <>
      <Card title="Compute" description="All projects of this installation share processors and memory.">
        <DescriptionList
          items={[
            { label: 'Processors', value: cpus },
            { label: 'Memory', value: formatBytes(memory_bytes) },
            {
              label: 'Connections to this database',
              value: connections
                ? `${connections.used} of ${connections.max} in use`
                : 'Unknown while the database is stopped',
            },
          ]}
        />
      </Card>
      <Card
        title="Disk"
        description={`${formatBytes(used)} of ${formatBytes(disk_total_bytes)} used, including other data on this disk.`}
      >
        <UsageBar {...diskUse({ used, total: disk_total_bytes })} />
        <div className="pt-3">
          <DescriptionList
            items={[
              {
                label: 'Database',
                value: database_bytes === null ? 'Unknown while it is stopped' : formatBytes(database_bytes),
              },
              { label: 'With write-ahead log', value: formatBytes(disk_bytes) },
              { label: 'Free', value: formatBytes(disk_free_bytes) },
            ]}
          />
        </div>
      </Card>
    </>
  )
}
