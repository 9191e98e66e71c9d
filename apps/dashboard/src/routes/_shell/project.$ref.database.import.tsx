import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { DatabaseImportPage } from '../../areas/database/database-import/DatabaseImportPage.tsx'
import { databaseImportQueries } from '../../areas/database/database-import/database-import.queries.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/import')({
  loader: ({ context: { queryClient }, params: { ref } }) => {
    queryClient.prefetchQuery(databaseImportQueries.list(ref))
  },
  head: () => titleHead('Bring your database', 'Database'),
  component: DatabaseImport,
})

function DatabaseImport() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <DatabaseImportPage key={ref} project={project} />
}
