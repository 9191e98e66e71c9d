import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects the old account page, whose sections were URL fragments. */
export const Route = createFileRoute('/_shell/account/')({
  beforeLoad: ({ location }) => {
    throw redirect({ to: location.hash === 'security' ? '/account/security' : '/account/me', replace: true })
  },
})
