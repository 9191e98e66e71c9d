import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { OrganizationSettings } from '../../areas/organization/organizations/OrganizationSettings.tsx'
import { OrganizationSettingsTabs } from '../../areas/organization/organizations/OrganizationSettingsTabs.tsx'
import { organizationQueries } from '../../areas/organization/organizations/organizations.queries.ts'

export const Route = createFileRoute('/_shell/org/$slug/general')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(organizationQueries.detail(params.slug)),
  head: ({ loaderData }) => titleHead('Organization settings', ...(loaderData ? [loaderData.name] : [])),
  component: OrganizationSettingsRoute,
})

function OrganizationSettingsRoute() {
  const { slug } = Route.useParams()
  return <OrganizationSettings slug={slug} tabs={<OrganizationSettingsTabs slug={slug} />} />
}
