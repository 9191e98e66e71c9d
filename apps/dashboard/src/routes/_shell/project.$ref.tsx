import { isProjectRef } from '@basalt/contract/projects/projects.rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { NotFoundPage } from '../../app/NotFoundPage.tsx'
import { orNotFound } from '../../app/or-not-found.ts'
import { titleHead } from '../../app/page-title.ts'
import { connectRefusal } from '../../areas/connect/connect/connect-button.rules.ts'
import { closedSearch, readConnectSearch } from '../../areas/connect/connect/connect-search.rules.ts'
import { ProjectFrame } from '../../areas/project/projects/ProjectFrame.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { ProjectNotFound } from '../../areas/project/projects/state/ProjectNotFound.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { lazyLayer } from '../../ui/lazy-layer.tsx'

const ConnectDialog = lazyDialog(
  () => import('../../areas/connect/connect/ConnectDialog.tsx').then((module) => module.ConnectDialog),
  { title: 'Connect to your project', size: 'lg' },
)
const ResetPasswordDialog = lazyLayer(
  () =>
    import('../../areas/project/projects/password/ResetPasswordDialog.tsx').then(
      (module) => module.ResetPasswordDialog,
    ),
  ({ open }) => open,
)

export const Route = createFileRoute('/_shell/project/$ref')({
  validateSearch: readConnectSearch,
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    if (!isProjectRef(ref)) throw notFound()
    return queryClient.ensureQueryData(projectQueries.detail(ref)).catch(orNotFound)
  },
  head: ({ loaderData }) => titleHead(loaderData?.name ?? 'Project'),
  notFoundComponent: NothingHere,
  component: Project,
})

/** Tells apart a missing project and a missing page of it. */
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
      <ConnectDialogs key={ref} projectRef={ref} />
    </>
  )
}

/** The dialogs over any page of a project that its URL can open. */
function ConnectDialogs({ projectRef }: { projectRef: string }) {
  const search = Route.useSearch()
  // Of the page that is open, not of this route, whose own page is the project's home.
  const navigate = useNavigate()
  const { data: project } = useQuery(projectQueries.detail(projectRef))
  // For a paused project the dialog stays closed; the page says that it is paused.
  const refusal = project && connectRefusal(project.status)
  const [isResetting, setResetting] = useState(false)
  const change = (next: object) =>
    void navigate({ to: '.', search: (known) => ({ ...known, ...next }), replace: true })
  return (
    <Suspense>
      <ConnectDialog
        open={search.showConnect === true && refusal === undefined}
        projectRef={projectRef}
        search={search}
        onSearchChange={change}
        onResetPassword={() => setResetting(true)}
        close={() => change(closedSearch(search))}
      >
        <ResetPasswordDialog projectRef={projectRef} open={isResetting} onOpenChange={setResetting} />
      </ConnectDialog>
    </Suspense>
  )
}
