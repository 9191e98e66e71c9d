import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { DisabledAuthPage } from '../../areas/auth/auth/DisabledAuthPage.tsx'
import { disabledAuthPage } from '../../areas/auth/auth.menu.ts'
import { offers } from '../../areas/installation/installation/offers.port.ts'

export const Route = createFileRoute('/_shell/project/$ref/auth')({ component: Authentication })

function Authentication() {
  const { config } = Route.useRouteContext()
  const page = useLocation({ select: ({ pathname }) => pathname.split('/')[4] ?? '' })
  const disabled = disabledAuthPage(page, (feature) => offers(config, feature))
  return disabled ? <DisabledAuthPage {...disabled} /> : <Outlet />
}
