import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { DatabaseImportPage } from '../../areas/database/database-import/DatabaseImportPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/import')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { databaseImportQueries } = await import(
      '../../areas/database/database-import/database-import.queries.ts'
    )
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
