import { createFileRoute, redirect } from '@tanstack/react-router'

/** The well-known address of a tab of Emails. */
export const Route = createFileRoute('/_shell/project/$ref/auth/smtp')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/auth/templates', params, search: { tab: 'smtp' }, replace: true })
  },
})
