import { createFileRoute, redirect as redirectTo } from '@tanstack/react-router'
import { FullPageError } from '../app/FullPageError.tsx'
import { titleHead } from '../app/page-title.ts'
import { requireSignedOut } from '../app/session-guard.ts'
import { ForgotPasswordPage } from '../areas/account/access/ForgotPasswordPage.tsx'
import { offers } from '../areas/installation/installation/offers.port.ts'

export const Route = createFileRoute('/forgot-password')({
  beforeLoad: async ({ context }) => {
    const config = await requireSignedOut(context.queryClient, undefined)
    if (!offers(config, 'dashboard_auth:reset_by_mail')) throw redirectTo({ to: '/sign-in' })
  },
  head: () => titleHead('Reset your password'),
  component: ForgotPasswordPage,
  errorComponent: FullPageError,
})
