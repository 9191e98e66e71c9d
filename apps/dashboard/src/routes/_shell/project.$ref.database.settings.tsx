import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { DumpCard } from '../../areas/database/dump/DumpCard.tsx'
import { NetworkSection } from '../../areas/database/network-access/NetworkSection.tsx'
import { PoolingSection } from '../../areas/database/poolers/PoolingSection.tsx'
import { SleepSection } from '../../areas/database/sleep/SleepSection.tsx'
import { DatabasePasswordCard } from '../../areas/project/projects/password/DatabasePasswordCard.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'

export const Route = createFileRoute('/_shell/project/$ref/database/settings')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const [{ networkAccessQueries }, { poolerQueries }, { sleepQueries }] = await Promise.all([
      import('../../areas/database/network-access/network-access.queries.ts'),
      import('../../areas/database/poolers/poolers.queries.ts'),
      import('../../areas/database/sleep/sleep.queries.ts'),
    ])
    queryClient.prefetchQuery(poolerQueries.shared(ref))
    queryClient.prefetchQuery(poolerQueries.dedicated(ref))
    queryClient.prefetchQuery(networkAccessQueries.of(ref))
    queryClient.prefetchQuery(sleepQueries.of(ref))
  },
  head: () => titleHead('Settings', 'Database'),
  component: DatabaseSettings,
})

function DatabaseSettings() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return (
    <div key={ref} className="relative mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Database settings"
        description="How clients connect to this database, who may connect, and when it sleeps."
      />
      <DatabasePasswordCard project={project} />
      <PoolingSection project={project} />
      <NetworkSection project={project} />
      <SleepSection project={project} />
      <DumpCard project={project} />
    </div>
  )
}
