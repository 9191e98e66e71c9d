import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { FullPageError } from '../app/FullPageError.tsx'
import { titleHead } from '../app/page-title.ts'
import { requireSignedOut } from '../app/session-guard.ts'
import { destinationAfterSignIn } from '../areas/account/access/redirect.rules.ts'
import { SignInPage } from '../areas/account/access/SignInPage.tsx'
import { offers } from '../areas/installation/installation/offers.port.ts'
import { aText, searchOf } from '../lib/shape.ts'

export const Route = createFileRoute('/sign-in')({
  validateSearch: searchOf({ redirect: aText }),
  beforeLoad: async ({ context, search }) => ({
    config: await requireSignedOut(context.queryClient, search.redirect),
  }),
  head: () => titleHead('Sign in'),
  component: SignInRoute,
  errorComponent: FullPageError,
})

function SignInRoute() {
  const { redirect } = Route.useSearch()
  const { config } = Route.useRouteContext()
  const navigate = useNavigate()
  return (
    <SignInPage
      redirect={redirect}
      mayRegister={offers(config, 'dashboard_auth:sign_up')}
      canReset={offers(config, 'dashboard_auth:reset_by_mail')}
      onSignedIn={() => navigate({ href: destinationAfterSignIn(redirect), replace: true })}
    />
  )
}
