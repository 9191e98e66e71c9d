import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { JobsCard } from '../../areas/installation/jobs/JobsCard.tsx'
import { jobQueries } from '../../areas/installation/jobs/jobs.queries.ts'

export const Route = createFileRoute('/_shell/account/jobs')({
  loader: ({ context }) => {
    context.queryClient.prefetchQuery(jobQueries.list())
  },
  head: () => titleHead('Jobs', 'Account'),
  component: () => (
    <div className="max-w-3xl">
      <JobsCard />
    </div>
  ),
})
