import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { orNotFound } from '../../app/or-not-found.ts'
import { requirePlatform } from '../../app/session-guard.ts'
import { MfaRequired } from '../../areas/account/mfa/MfaRequired.tsx'
import { lacksMfa, mfaQueries } from '../../areas/account/mfa/mfa.queries.ts'
import { LeaveOrganization } from '../../areas/organization/members/LeaveOrganization.tsx'
import { organizationQueries } from '../../areas/organization/organizations/organizations.queries.ts'

/** The parent of an organization's pages: it must exist, and the user must satisfy its MFA requirement. */
export const Route = createFileRoute('/_shell/org/$slug')({
  beforeLoad: ({ context }) => requirePlatform(context),
  loader: async ({ context: { queryClient }, params: { slug } }) => {
    const organization = await queryClient.ensureQueryData(organizationQueries.detail(slug)).catch(orNotFound)
    if (organization.organization_requires_mfa) await queryClient.ensureQueryData(mfaQueries.status())
    return organization
  },
  component: OrganizationRoute,
})

function OrganizationRoute() {
  const { data: organization } = useSuspenseQuery(organizationQueries.detail(Route.useParams().slug))
  const mfa = useQuery({ ...mfaQueries.status(), enabled: organization.organization_requires_mfa })
  const { profile } = Route.useRouteContext()
  if (!lacksMfa(organization, mfa.data)) return <Outlet />
  const { slug, name } = organization
  return (
    <MfaRequired
      name={name}
      leave={profile && <LeaveOrganization slug={slug} name={name} userId={profile.id} />}
    />
  )
}
