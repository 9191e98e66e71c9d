import { isProjectRef } from '@basalt/contract/projects/projects.rules.ts'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { failedWith } from '../../api/api-error.ts'
import { titled } from '../../app/page-title.ts'
import { ProjectFrame } from '../../features/projects/ProjectFrame.tsx'
import { ProjectNotFound } from '../../features/projects/ProjectNotFound.tsx'
import { projectQueries } from '../../features/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    if (!isProjectRef(ref)) throw notFound()
    return queryClient.ensureQueryData(projectQueries.detail(ref)).catch((error: unknown) => {
      throw failedWith(error, 'not_found') ? notFound() : error
    })
  },
  head: ({ loaderData }) => titled(loaderData?.name ?? 'Project'),
  notFoundComponent: ProjectNotFound,
  component: Project,
})

function Project() {
  return <ProjectFrame projectRef={Route.useParams().ref} />
}
