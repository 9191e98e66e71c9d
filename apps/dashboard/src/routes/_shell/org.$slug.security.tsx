import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { mfaQueries } from '../../areas/account/mfa/mfa.queries.ts'
import { OrganizationSecurity } from '../../areas/account/mfa/OrganizationSecurity.tsx'
import { OrganizationSettingsTabs } from '../../areas/organization/organizations/OrganizationSettingsTabs.tsx'

export const Route = createFileRoute('/_shell/org/$slug/security')({
  loader: ({ context: { queryClient }, params: { slug } }) => {
    queryClient.prefetchQuery(mfaQueries.organization(slug))
    queryClient.prefetchQuery(mfaQueries.status())
  },
  head: () => titleHead('Security', 'Organization settings'),
  component: OrganizationSecurityRoute,
})

function OrganizationSecurityRoute() {
  const { slug } = Route.useParams()
  return <OrganizationSecurity slug={slug} tabs={<OrganizationSettingsTabs slug={slug} />} />
}
