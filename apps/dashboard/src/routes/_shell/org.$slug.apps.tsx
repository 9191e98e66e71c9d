import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { AppsPage } from '../../areas/organization/organizations/AppsPage.tsx'
import { OrganizationSettingsTabs } from '../../areas/organization/organizations/OrganizationSettingsTabs.tsx'

export const Route = createFileRoute('/_shell/org/$slug/apps')({
  head: () => titleHead('Apps'),
  component: AppsRoute,
})

function AppsRoute() {
  const { slug } = Route.useParams()
  return <AppsPage slug={slug} tabs={<OrganizationSettingsTabs slug={slug} />} />
}
