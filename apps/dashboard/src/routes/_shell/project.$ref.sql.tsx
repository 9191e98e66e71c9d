import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { titled } from '../../app/page-title.ts'
import { SqlWorkspace } from '../../app/sql/SqlWorkspace.tsx'
import { accessQueries } from '../../features/access/access.queries.ts'
import { preloadSqlEditor } from '../../features/query/LazySqlEditor.tsx'

const Search = z.object({ viewOngoingQueries: z.boolean().optional().catch(undefined) })

export const Route = createFileRoute('/_shell/project/$ref/sql')({
  validateSearch: Search,
  loader: async ({ parentMatchPromise }) => {
    preloadSqlEditor()
    return (await parentMatchPromise).loaderData
  },
  head: ({ loaderData }) => titled('SQL editor', loaderData?.name ?? 'Project'),
  component: SqlRoute,
})

function SqlRoute() {
  const { ref } = Route.useParams()
  const { data: profile } = useQuery({ ...accessQueries.profile(), enabled: false })
  return <SqlWorkspace key={ref} projectRef={ref} userId={profile?.id} />
}
