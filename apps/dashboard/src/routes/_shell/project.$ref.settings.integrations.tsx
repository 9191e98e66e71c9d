import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { ProjectIntegrations } from '../../areas/organization/integrations/ProjectIntegrations.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/settings/integrations')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { integrationQueries } = await import(
      '../../areas/organization/integrations/integrations.queries.ts'
    )
    const { organization_slug } = await queryClient.ensureQueryData(projectQueries.detail(ref))
    queryClient.prefetchQuery(integrationQueries.webhooks(organization_slug))
  },
  head: () => titleHead('Integrations', 'Project settings'),
  component: Integrations,
})

function Integrations() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <ProjectIntegrations key={ref} project={project} />
}
