import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/project/$ref/auth/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/auth/users', params, search: {}, replace: true })
  },
})
