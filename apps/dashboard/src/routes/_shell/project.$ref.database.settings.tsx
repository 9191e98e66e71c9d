import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titled } from '../../app/page-title.ts'
import { DumpCard } from '../../features/dump/DumpCard.tsx'
import { NetworkSection } from '../../features/network-access/NetworkSection.tsx'
import { networkAccessQueries } from '../../features/network-access/network-access.queries.ts'
import { PoolingSection } from '../../features/poolers/PoolingSection.tsx'
import { poolerQueries } from '../../features/poolers/poolers.queries.ts'
import { DatabasePasswordCard } from '../../features/projects/password/DatabasePasswordCard.tsx'
import { projectQueries } from '../../features/projects/projects.queries.ts'
import { SleepSection } from '../../features/sleep/SleepSection.tsx'
import { sleepQueries } from '../../features/sleep/sleep.queries.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'

export const Route = createFileRoute('/_shell/project/$ref/database/settings')({
  loader: ({ context: { queryClient }, params: { ref } }) => {
    queryClient.prefetchQuery(poolerQueries.shared(ref))
    queryClient.prefetchQuery(poolerQueries.dedicated(ref))
    queryClient.prefetchQuery(networkAccessQueries.of(ref))
    queryClient.prefetchQuery(sleepQueries.of(ref))
  },
  head: () => titled('Settings', 'Database'),
  component: DatabaseSettings,
})

function DatabaseSettings() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return (
    <div key={ref} className="relative mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Database settings"
        description="How programs connect to this database, who may, and when it sleeps."
      />
      <DatabasePasswordCard project={project} />
      <PoolingSection project={project} />
      <NetworkSection project={project} />
      <SleepSection project={project} />
      <DumpCard project={project} />
    </div>
  )
}
