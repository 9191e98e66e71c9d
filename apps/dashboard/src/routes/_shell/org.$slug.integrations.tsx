import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { IntegrationsPage } from '../../areas/organization/integrations/IntegrationsPage.tsx'

export const Route = createFileRoute('/_shell/org/$slug/integrations')({
  // Not awaited: the page shows its own skeleton.
  loader: async ({ context, params }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { integrationQueries } = await import(
      '../../areas/organization/integrations/integrations.queries.ts'
    )
    context.queryClient.prefetchQuery(integrationQueries.webhooks(params.slug))
  },
  head: () => titleHead('Integrations'),
  component: IntegrationsRoute,
})

function IntegrationsRoute() {
  const { slug } = Route.useParams()
  return <IntegrationsPage key={slug} slug={slug} />
}
