import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { accessQueries } from '../../areas/account/access/access.queries.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { preloadSqlEditor } from '../../areas/sql/query/sql-editor-module.ts'
import { SqlWorkspace } from '../../areas/sql/workspace/SqlWorkspace.tsx'
import { aFlag, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/sql')({
  validateSearch: searchOf({ viewOngoingQueries: aFlag }),
  loader: async ({ parentMatchPromise }) => {
    preloadSqlEditor()
    return (await parentMatchPromise).loaderData
  },
  head: ({ loaderData }) => titleHead('SQL editor', loaderData?.name ?? 'Project'),
  component: SqlRoute,
})

function SqlRoute() {
  const { ref } = Route.useParams()
  const { data: profile } = useQuery({ ...accessQueries.profile(), enabled: false })
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <SqlWorkspace key={ref} project={project} userId={profile?.id} />
}
