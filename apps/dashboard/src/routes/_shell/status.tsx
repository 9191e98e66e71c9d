import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { requirePlatform } from '../../app/session-guard.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { installationQueries } from '../../areas/installation/installation/installation.queries.ts'
import { StatusPage } from '../../areas/installation/installation/StatusPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/status')({
  beforeLoad: ({ context }) => requirePlatform(context),
  loader: ({ context: { queryClient } }) => {
    queryClient.prefetchQuery(installationQueries.health())
    queryClient.prefetchQuery(projectQueries.mine())
  },
  head: () => titleHead('Status'),
  component: () => <StatusPage breadcrumb={<BackLink />} />,
})
