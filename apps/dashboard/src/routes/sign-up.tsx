import { createFileRoute, redirect as redirectTo, useNavigate } from '@tanstack/react-router'
import { FullPageError } from '../app/FullPageError.tsx'
import { titleHead } from '../app/page-title.ts'
import { requireSignedOut } from '../app/session-guard.ts'
import { destinationAfterSignIn } from '../areas/account/access/redirect.rules.ts'
import { SignUpPage } from '../areas/account/access/SignUpPage.tsx'
import { offers } from '../areas/installation/installation/offers.port.ts'
import { aText, searchOf } from '../lib/shape.ts'

export const Route = createFileRoute('/sign-up')({
  validateSearch: searchOf({ redirect: aText }),
  beforeLoad: async ({ context, search }) => {
    const config = await requireSignedOut(context.queryClient, search.redirect)
    if (!offers(config, 'dashboard_auth:sign_up')) throw redirectTo({ to: '/sign-in', search })
  },
  head: () => titleHead('Sign up'),
  component: SignUpRoute,
  errorComponent: FullPageError,
})

function SignUpRoute() {
  const { redirect } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <SignUpPage
      redirect={redirect}
      onSignedIn={() => navigate({ href: destinationAfterSignIn(redirect), replace: true })}
    />
  )
}
