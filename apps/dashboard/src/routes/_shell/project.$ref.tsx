import { isProjectRef } from '@basalt/contract/projects/projects.rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failedWith } from '../../api/api-error.ts'
import { NotFoundPage } from '../../app/NotFoundPage.tsx'
import { titled } from '../../app/page-title.ts'
import { connectRefusal } from '../../areas/connect/connect/connect-button.rules.ts'
import { closedSearch, readConnectSearch } from '../../areas/connect/connect/connect-search.rules.ts'
import { ProjectFrame } from '../../areas/project/projects/ProjectFrame.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { ProjectNotFound } from '../../areas/project/projects/state/ProjectNotFound.tsx'

const ConnectDialog = lazy(async () => ({
  default: (await import('../../areas/connect/connect/ConnectDialog.tsx')).ConnectDialog,
}))
const ResetPasswordDialog = lazy(async () => ({
  default: (await import('../../areas/project/projects/password/ResetPasswordDialog.tsx'))
    .ResetPasswordDialog,
}))

export const Route = createFileRoute('/_shell/project/$ref')({
  validateSearch: readConnectSearch,
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    if (!isProjectRef(ref)) throw notFound()
    return queryClient.ensureQueryData(projectQueries.detail(ref)).catch((error: unknown) => {
      throw failedWith(error, 'not_found') ? notFound() : error
    })
  },
  head: ({ loaderData }) => titled(loaderData?.name ?? 'Project'),
  notFoundComponent: NothingHere,
  component: Project,
})

/** The project itself is missing, or only the page below it. */
function NothingHere() {
  const { ref } = Route.useParams()
  const project = useQueryClient().getQueryData(projectQueries.detail(ref).queryKey)
  return project ? <NotFoundPage /> : <ProjectNotFound />
}

function Project() {
  const { ref } = Route.useParams()
  return (
    <>
      <ProjectFrame projectRef={ref} />
      <Connecting key={ref} projectRef={ref} />
    </>
  )
}

/** What lies over any page of a project when its address says so. */
function Connecting({ projectRef }: { projectRef: string }) {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: project } = useQuery(projectQueries.detail(projectRef))
  // An address that asks for the dialog of a paused project shows the page, which says that it is paused.
  const refusal = project && connectRefusal(project.status)
  const [isResetting, setResetting] = useState(false)
  const change = (next: object) =>
    void navigate({ to: '.', search: (known) => ({ ...known, ...next }), replace: true })
  return (
    <Suspense>
      {search.showConnect && refusal === undefined && (
        <ConnectDialog
          projectRef={projectRef}
          search={search}
          onSearchChange={change}
          onResetPassword={() => setResetting(true)}
          close={() => change(closedSearch(search))}
        >
          {isResetting && <ResetPasswordDialog projectRef={projectRef} open onOpenChange={setResetting} />}
        </ConnectDialog>
      )}
    </Suspense>
  )
}
