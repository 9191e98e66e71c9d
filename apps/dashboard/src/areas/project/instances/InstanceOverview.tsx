import type { InstanceFacts } from '@basalt/contract/instances/instances.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { dayOf } from '../../../lib/dates.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { type DescriptionItem, DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { factTilesClass } from './fact-tiles-class.ts'
import { InstanceFactTiles } from './InstanceFactTiles.tsx'
import { instanceQueries } from './instances.queries.ts'
import { LatestQueries } from './LatestQueries.tsx'
import { NextSteps } from './NextSteps.tsx'
import { isPortMoveRecent } from './port-move.rules.ts'

/** The overview of a database: key values, latest queries, next steps and address. */
export function InstanceOverview({ projectRef, hasBucket }: { projectRef: string; hasBucket: boolean }) {
  const facts = useQuery(instanceQueries.facts(projectRef))

  if (facts.isPending) return <InstanceOverviewSkeleton />
  if (facts.isError && !facts.data)
    return (
      <ErrorPanel
        title="Failed to load database information"
        message={facts.error.message}
        requestId={requestIdOf(facts.error)}
        retrying={facts.isFetching}
        onRetry={() => facts.refetch()}
      />
    )
  return (
    <>
      {facts.data.port_moved && isPortMoveRecent(facts.data.port_moved.at, new Date(facts.dataUpdatedAt)) && (
        <PortMovedNote move={facts.data.port_moved} />
      )}
      <InstanceFactTiles facts={facts.data} now={new Date(facts.dataUpdatedAt)} />
      <LatestQueries projectRef={projectRef} />
      <NextSteps projectRef={projectRef} facts={facts.data} hasBucket={hasBucket} />
      <AddressCard facts={facts.data} />
    </>
  )
}

/** The database's address and login, each with a copy button. */
function AddressCard({ facts: { host, port, database, user } }: { facts: InstanceFacts }) {
  const line = (label: string, text: string | null): DescriptionItem =>
    text === null
      ? { label, value: '–' }
      : { label, value: <code className="text-xs">{text}</code>, copy: text }
  return (
    <Card title="Database address">
      <DescriptionList
        items={[
          line('Host', host),
          line('Port', port === null ? null : String(port)),
          line('Database', database),
          line('User', user),
        ]}
      />
    </Card>
  )
}

const FACTS = ['version', 'size', 'connections', 'uptime']
const STEPS = ['query', 'psql', 'token']

function InstanceOverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading database information" className="flex flex-col gap-6">
      <div className={factTilesClass}>
        {FACTS.map((tile) => (
          <div key={tile} className="flex h-25 flex-col gap-3 bg-surface-1 px-4 py-4">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-5 w-14" />
          </div>
        ))}
      </div>
      <div className="flex h-49 flex-col gap-6 rounded-md border border-line bg-surface-1 px-4 py-4">
        <Skeleton className="h-4 w-28" />
        <div className="flex gap-6">
          {STEPS.map((step) => (
            <div key={step} className="flex flex-1 flex-col gap-3">
              <Skeleton className="h-3 w-1/2" />
              <Skeleton className="h-3 w-3/4" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Warns that programs using the previous port can no longer connect. */
function PortMovedNote({ move }: { move: NonNullable<InstanceFacts['port_moved']> }) {
  return (
    <Callout tone="warning" title={`The direct port is now ${move.to}`}>
      It was {move.from} until {dayOf(move.at)}. Update the programs that connect to the database directly.
    </Callout>
  )
}
