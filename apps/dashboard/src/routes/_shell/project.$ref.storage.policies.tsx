import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/project/$ref/storage/policies')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/storage/files/policies', params, replace: true })
  },
})
