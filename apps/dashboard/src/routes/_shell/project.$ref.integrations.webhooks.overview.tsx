import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { WebhooksPage } from '../../areas/database/table-webhooks/WebhooksPage.tsx'
import { webhooksSearch } from '../../areas/database/table-webhooks/webhooks-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/integrations/webhooks/overview')({
  validateSearch: searchOf(webhooksSearch),
  head: () => titleHead('Webhooks', 'Integrations'),
  component: Webhooks,
})

function Webhooks() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <WebhooksPage key={ref} project={project} search={Route.useSearch()} />
}
