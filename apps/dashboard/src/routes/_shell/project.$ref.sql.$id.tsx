import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { SqlEditorPage } from '../../app/sql/SqlEditorPage.tsx'
import { accessQueries } from '../../features/access/access.queries.ts'
import { projectQueries } from '../../features/projects/projects.queries.ts'
import { NEW_SNIPPET } from '../../features/snippets/editor/new-snippet.ts'
import { aText, aUuid, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/sql/$id')({
  validateSearch: searchOf({ content: aText, folder: aText, schema: aText }),
  beforeLoad: ({ params: { id } }) => {
    if (id !== NEW_SNIPPET && !aUuid.safeParse(id).success) throw notFound()
  },
  component: SqlSnippetRoute,
})

function SqlSnippetRoute() {
  const { ref, id } = Route.useParams()
  const { content, folder } = Route.useSearch()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const { data: profile } = useQuery({ ...accessQueries.profile(), enabled: false })
  return (
    <SqlEditorPage project={project} id={id} place={{ content, folderId: folder }} userId={profile?.id} />
  )
}
