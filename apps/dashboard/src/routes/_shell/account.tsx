import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requirePlatform } from '../../app/session-guard.ts'
import { AccountLayout } from '../../app/shell/account/AccountLayout.tsx'

/** The layout of the account pages. */
export const Route = createFileRoute('/_shell/account')({
  beforeLoad: ({ context }) => requirePlatform(context),
  component: AccountRoute,
})

function AccountRoute() {
  return (
    <AccountLayout>
      <Outlet />
    </AccountLayout>
  )
}
