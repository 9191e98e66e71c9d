import { createFileRoute, Link, Outlet } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { StorageFrame } from '../../areas/storage/storage/StorageFrame.tsx'

export const Route = createFileRoute('/_shell/project/$ref/storage')({
  loader: async ({ parentMatchPromise }) => (await parentMatchPromise).loaderData,
  head: ({ loaderData }) => titleHead('Storage', loaderData?.name ?? 'Project'),
  component: StorageRoute,
})

function StorageRoute() {
  const { ref } = Route.useParams()
  return (
    <StorageFrame projectRef={ref} overviewLink={<Link to="/project/$ref" params={{ ref }} />}>
      <Outlet />
    </StorageFrame>
  )
}
