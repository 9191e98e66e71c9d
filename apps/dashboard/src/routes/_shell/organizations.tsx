import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { requirePlatform } from '../../app/session-guard.ts'
import { offers } from '../../areas/installation/installation/offers.port.ts'
import { OrganizationsPage } from '../../areas/organization/organizations/OrganizationsPage.tsx'
import { organizationQueries } from '../../areas/organization/organizations/organizations.queries.ts'

export const Route = createFileRoute('/_shell/organizations')({
  beforeLoad: ({ context }) => requirePlatform(context),
  loader: ({ context }) => {
    context.queryClient.prefetchQuery(organizationQueries.list())
  },
  head: () => titleHead('Organizations'),
  component: OrganizationsRoute,
})

function OrganizationsRoute() {
  const { config } = Route.useRouteContext()
  return <OrganizationsPage mayCreate={offers(config, 'organizations:create')} />
}
