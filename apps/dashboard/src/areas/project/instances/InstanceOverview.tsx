import { useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { AddressCard } from './AddressCard.tsx'
import { InstanceFactTiles } from './InstanceFactTiles.tsx'
import { InstanceOverviewSkeleton } from './InstanceOverviewSkeleton.tsx'
import { instanceQueries } from './instances.queries.ts'
import { LatestQueries } from './LatestQueries.tsx'
import { NextSteps } from './NextSteps.tsx'
import { PortMovedNote } from './PortMovedNote.tsx'
import { isPortMoveShown } from './port-move.rules.ts'

/** The facts of a running database, how to reach it, and what to do with it. */
export function InstanceOverview({ projectRef, hasBucket }: { projectRef: string; hasBucket: boolean }) {
  const facts = useQuery(instanceQueries.facts(projectRef))

  if (facts.isPending) return <InstanceOverviewSkeleton />
  if (facts.isError && !facts.data)
    return (
      <ErrorPanel
        title="Failed to retrieve the facts of the database"
        message={facts.error.message}
        requestId={requestIdOf(facts.error)}
        retrying={facts.isFetching}
        onRetry={() => facts.refetch()}
      />
    )
  return (
    <>
      {facts.data.port_moved && isPortMoveShown(facts.data.port_moved.at, new Date(facts.dataUpdatedAt)) && (
        <PortMovedNote move={facts.data.port_moved} />
      )}
      <InstanceFactTiles facts={facts.data} now={new Date(facts.dataUpdatedAt)} />
      <LatestQueries projectRef={projectRef} />
      <NextSteps projectRef={projectRef} facts={facts.data} hasBucket={hasBucket} />
      <AddressCard facts={facts.data} />
    </>
  )
}
