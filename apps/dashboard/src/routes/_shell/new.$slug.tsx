import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { requirePlatform } from '../../app/session-guard.ts'
import { offers } from '../../areas/installation/installation/offers.port.ts'
import { organizationQueries } from '../../areas/organization/organizations/organizations.queries.ts'
import { NewProjectPage } from '../../areas/project/projects/create/NewProjectPage.tsx'

export const Route = createFileRoute('/_shell/new/$slug')({
  beforeLoad: ({ context }) => requirePlatform(context),
  loader: ({ context: { queryClient }, params: { slug } }) =>
    Promise.all([
      queryClient.ensureQueryData(organizationQueries.detail(slug)),
      queryClient.ensureQueryData(organizationQueries.list()),
    ]),
  head: () => titleHead('New project'),
  component: NewProject,
})

function NewProject() {
  const { config } = Route.useRouteContext()
  return <NewProjectPage slug={Route.useParams().slug} mayCreate={offers(config, 'projects:create')} />
}
