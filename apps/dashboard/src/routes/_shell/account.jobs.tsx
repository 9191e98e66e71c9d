import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { JobsCard } from '../../areas/installation/jobs/JobsCard.tsx'

export const Route = createFileRoute('/_shell/account/jobs')({
  loader: async ({ context }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { jobQueries } = await import('../../areas/installation/jobs/jobs.queries.ts')
    context.queryClient.prefetchQuery(jobQueries.list())
  },
  head: () => titleHead('Jobs', 'Account'),
  component: () => (
    <div className="max-w-3xl">
      <JobsCard />
    </div>
  ),
})
