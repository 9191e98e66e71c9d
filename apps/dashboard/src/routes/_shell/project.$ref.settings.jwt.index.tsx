import { createFileRoute, redirect } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { JwtPage } from '../../areas/connect/keys/JwtPage.tsx'
import { JwtSecretCard } from '../../areas/connect/keys/JwtSecretCard.tsx'
import { JwtTabs } from '../../areas/connect/keys/JwtTabs.tsx'
import { installationQueries } from '../../areas/installation/installation/installation.queries.ts'
import { offers } from '../../areas/installation/installation/offers.port.ts'

export const Route = createFileRoute('/_shell/project/$ref/settings/jwt/')({
  beforeLoad: async ({ context: { queryClient }, params: { ref } }) => {
    const config = await queryClient.ensureQueryData(installationQueries.config())
    if (!offers(config, 'project_settings:legacy_jwt_keys'))
      throw redirect({ to: '/project/$ref/settings/jwt/signing-keys', params: { ref }, replace: true })
  },
  head: () => titleHead('JWT keys', 'Project settings'),
  component: JwtRoute,
})

function JwtRoute() {
  const { ref } = Route.useParams()
  return (
    <JwtPage tabs={<JwtTabs projectRef={ref} />}>
      <JwtSecretCard key={ref} projectRef={ref} />
    </JwtPage>
  )
}
