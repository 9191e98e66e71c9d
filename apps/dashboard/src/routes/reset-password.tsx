import { createFileRoute, redirect } from '@tanstack/react-router'
import { FullPageError } from '../app/FullPageError.tsx'
import { titled } from '../app/page-title.ts'
import { ResetPasswordPage } from '../features/access/ResetPasswordPage.tsx'
import { keepResetToken, resetToken } from '../features/access/reset-token.state.ts'

/** Also for users who are signed in here: the link may be for another account. */
export const Route = createFileRoute('/reset-password')({
  beforeLoad: ({ location }) => {
    if (keepResetToken(location.hash)) throw redirect({ to: '/reset-password', replace: true })
  },
  head: () => titled('Set a new password'),
  component: () => <ResetPasswordPage token={resetToken()} />,
  errorComponent: FullPageError,
})
