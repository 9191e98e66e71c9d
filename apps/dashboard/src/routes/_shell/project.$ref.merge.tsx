import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { MergePage } from '../../areas/project/merge-requests/MergePage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { aUuid, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/merge')({
  validateSearch: searchOf({ request: aUuid }),
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { mergeRequestQueries } = await import(
      '../../areas/project/merge-requests/merge-requests.queries.ts'
    )
    queryClient.prefetchQuery(mergeRequestQueries.list(ref))
  },
  head: () => titleHead('Merge request'),
  component: Merge,
})

function Merge() {
  const { ref } = Route.useParams()
  const { request } = Route.useSearch()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <MergePage key={`${ref} ${request}`} project={project} requestId={request} />
}
