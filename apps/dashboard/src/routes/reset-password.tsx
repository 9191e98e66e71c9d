import { createFileRoute, redirect } from '@tanstack/react-router'
import { FullPageError } from '../app/FullPageError.tsx'
import { titleHead } from '../app/page-title.ts'
import { ResetPasswordPage } from '../areas/account/access/ResetPasswordPage.tsx'
import { storeResetToken, useResetToken } from '../areas/account/access/reset-token.state.ts'

/** Signed-in users may open it too: the link may be for another account. */
export const Route = createFileRoute('/reset-password')({
  beforeLoad: ({ location }) => {
    if (storeResetToken(location.hash)) throw redirect({ to: '/reset-password', replace: true })
  },
  head: () => titleHead('Set a new password'),
  component: ResetPasswordRoute,
  errorComponent: FullPageError,
})

function ResetPasswordRoute() {
  const token = useResetToken()
  return <ResetPasswordPage key={token} token={token} />
}
