import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/project/$ref/storage/buckets')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/storage/files', params, replace: true })
  },
})
