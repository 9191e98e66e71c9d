import { createFileRoute, redirect } from '@tanstack/react-router'
import { offers } from '../../areas/installation/installation/offers.port.ts'

/** The well-known address of a section of Sign In / Providers. Where it is disabled, the parent route says so. */
export const Route = createFileRoute('/_shell/project/$ref/auth/third-party')({
  beforeLoad: ({ context: { config }, params }) => {
    if (offers(config, 'authentication:third_party_auth'))
      throw redirect({ to: '/project/$ref/auth/providers', params, hash: 'third-party', replace: true })
  },
  component: () => null,
})
