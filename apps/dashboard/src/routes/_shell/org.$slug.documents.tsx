import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { DocumentsPage } from '../../areas/organization/documents/DocumentsPage.tsx'
import { OrganizationSettingsTabs } from '../../areas/organization/organizations/OrganizationSettingsTabs.tsx'

export const Route = createFileRoute('/_shell/org/$slug/documents')({
  loader: async ({ context, params: { slug } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { documentQueries } = await import('../../areas/organization/documents/documents.queries.ts')
    context.queryClient.prefetchQuery(documentQueries.of(slug))
  },
  head: () => titleHead('Legal documents', 'Organization settings'),
  component: DocumentsRoute,
})

function DocumentsRoute() {
  const { slug } = Route.useParams()
  return <DocumentsPage slug={slug} tabs={<OrganizationSettingsTabs slug={slug} />} />
}
