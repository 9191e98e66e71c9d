import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { FullPageError } from '../app/FullPageError.tsx'
import { titleHead } from '../app/page-title.ts'
import { SetupPage } from '../areas/account/access/SetupPage.tsx'
import { clearSetupToken, setupToken, storeSetupToken } from '../areas/account/access/setup-token.state.ts'
import { installationQueries } from '../areas/installation/installation/installation.queries.ts'

export const Route = createFileRoute('/setup')({
  beforeLoad: async ({ context, location }) => {
    if (storeSetupToken(location.hash)) throw redirect({ to: '/setup', replace: true })
    const config = await context.queryClient.ensureQueryData(installationQueries.config())
    const token = setupToken()
    if (!config.setup_required && token === undefined) throw redirect({ to: '/' })
    return { token }
  },
  head: () => titleHead('Set up'),
  component: SetupRoute,
  errorComponent: FullPageError,
})

function SetupRoute() {
  const { token } = Route.useRouteContext()
  const navigate = useNavigate()
  const enter = () => {
    clearSetupToken()
    navigate({ to: '/', replace: true })
  }
  return <SetupPage token={token} onSignedIn={enter} />
}
