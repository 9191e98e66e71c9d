import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { z } from 'zod'
import { SqlEditorPage } from '../../app/sql/SqlEditorPage.tsx'
import { accessQueries } from '../../features/access/access.queries.ts'
import { projectQueries } from '../../features/projects/projects.queries.ts'
import { NEW_SNIPPET } from '../../features/snippets/editor/SnippetEditor.tsx'

const text = z.string().optional().catch(undefined)

export const Route = createFileRoute('/_shell/project/$ref/sql/$id')({
  validateSearch: z.object({ content: text, folder: text, schema: text }),
  beforeLoad: ({ params: { id } }) => {
    if (id !== NEW_SNIPPET && !z.uuid().safeParse(id).success) throw notFound()
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
