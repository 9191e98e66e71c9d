import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { requirePlatform } from '../../app/session-guard.ts'
import { offers } from '../../areas/installation/installation/offers.port.ts'
import { NewPage } from '../../areas/organization/organizations/NewPage.tsx'
import { organizationQueries } from '../../areas/organization/organizations/organizations.queries.ts'

export const Route = createFileRoute('/_shell/new/')({
  beforeLoad: ({ context }) => requirePlatform(context),
  loader: ({ context }) => context.queryClient.ensureQueryData(organizationQueries.list()),
  head: () => titleHead('New organization'),
  component: NewRoute,
})

function NewRoute() {
  const { config } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: organizations } = useSuspenseQuery(organizationQueries.list())
  return (
    <NewPage
      organizations={organizations}
      mayCreate={offers(config, 'organizations:create')}
      mayCreateProjects={offers(config, 'projects:create')}
      onCreated={({ slug }) => navigate({ to: '/new/$slug', params: { slug } })}
    />
  )
}
