import { createFileRoute, Link, redirect, useNavigate, useRouter } from '@tanstack/react-router'
import { FullPageError } from '../app/FullPageError.tsx'
import { titleHead } from '../app/page-title.ts'
import { getSession } from '../app/session-guard.ts'
import { NewAccountForm } from '../areas/account/access/NewAccountForm.tsx'
import { JoinPage } from '../areas/organization/members/JoinPage.tsx'
import { aText, searchOf } from '../lib/shape.ts'
import { TextLink } from '../ui/text/TextLink.tsx'

export const Route = createFileRoute('/join')({
  validateSearch: searchOf({ slug: aText, token: aText }),
  beforeLoad: async ({ context, location }) => {
    const { config, profile } = await getSession(context.queryClient)
    if (config.edition === 'self-hosted') throw redirect({ to: '/' })
    return { email: profile?.email, href: location.href }
  },
  head: () => titleHead('Join'),
  component: JoinRoute,
  errorComponent: FullPageError,
})

function JoinRoute() {
  const { slug = '', token = '' } = Route.useSearch()
  const { email, href } = Route.useRouteContext()
  const navigate = useNavigate()
  const router = useRouter()
  const toSignIn = { to: '/sign-in', search: { redirect: href } } as const
  return (
    <JoinPage
      by={{ slug, token }}
      email={email}
      newAccount={(props) => <NewAccountForm {...props} />}
      signInLink={<TextLink render={<Link {...toSignIn} />}>Sign in</TextLink>}
      onJoined={(slug) => navigate({ to: '/org/$slug', params: { slug }, replace: true })}
      onSignedIn={() => router.invalidate()}
      onSignedOut={() => navigate(toSignIn)}
    />
  )
}
