import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { IntegrationsPage } from '../../areas/organization/integrations/IntegrationsPage.tsx'
import { integrationQueries } from '../../areas/organization/integrations/integrations.queries.ts'

export const Route = createFileRoute('/_shell/org/$slug/integrations')({
  // Not awaited: the page shows its own skeleton.
  loader: ({ context, params }) => {
    context.queryClient.prefetchQuery(integrationQueries.webhooks(params.slug))
  },
  head: () => titleHead('Integrations'),
  component: IntegrationsRoute,
})

function IntegrationsRoute() {
  const { slug } = Route.useParams()
  return <IntegrationsPage key={slug} slug={slug} />
}
