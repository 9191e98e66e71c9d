import { createFileRoute, redirect } from '@tanstack/react-router'

/** Where the account was one page, whose parts had names in the address. */
export const Route = createFileRoute('/_shell/account/')({
  beforeLoad: ({ location }) => {
    throw redirect({ to: location.hash === 'security' ? '/account/security' : '/account/me', replace: true })
  },
})
