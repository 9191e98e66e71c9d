import { SELF_HOSTED_PROJECT_REF } from '@basalt/contract/projects/projects.rules.ts'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lastOrganization } from '../../app/shell/place/last-place.state.ts'
import { homePath } from '../../areas/organization/organizations/home.rules.ts'
import { organizationQueries } from '../../areas/organization/organizations/organizations.queries.ts'

export const Route = createFileRoute('/_shell/')({
  beforeLoad: async ({ context: { config, queryClient } }) => {
    if (config.edition === 'self-hosted')
      throw redirect({ to: '/project/$ref', params: { ref: SELF_HOSTED_PROJECT_REF } })
    throw redirect({
      href: homePath(await queryClient.fetchQuery(organizationQueries.list()), lastOrganization()),
    })
  },
})
