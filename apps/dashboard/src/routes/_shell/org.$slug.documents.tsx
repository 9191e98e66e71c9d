import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { DocumentsPage } from '../../areas/organization/documents/DocumentsPage.tsx'
import { documentQueries } from '../../areas/organization/documents/documents.queries.ts'
import { OrganizationSettingsTabs } from '../../areas/organization/organizations/OrganizationSettingsTabs.tsx'

export const Route = createFileRoute('/_shell/org/$slug/documents')({
  loader: ({ context, params: { slug } }) => {
    context.queryClient.prefetchQuery(documentQueries.of(slug))
  },
  head: () => titleHead('Legal documents', 'Organization settings'),
  component: DocumentsRoute,
})

function DocumentsRoute() {
  const { slug } = Route.useParams()
  return <DocumentsPage slug={slug} tabs={<OrganizationSettingsTabs slug={slug} />} />
}
