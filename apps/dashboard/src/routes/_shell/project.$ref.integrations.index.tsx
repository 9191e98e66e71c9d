import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { IntegrationsPage } from '../../areas/database/foreign-servers/IntegrationsPage.tsx'
import { wrappersSearch } from '../../areas/database/foreign-servers/wrappers-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/integrations/')({
  validateSearch: searchOf(wrappersSearch),
  head: () => titleHead('Integrations'),
  component: Integrations,
})

function Integrations() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <IntegrationsPage key={ref} project={project} search={Route.useSearch()} />
}
