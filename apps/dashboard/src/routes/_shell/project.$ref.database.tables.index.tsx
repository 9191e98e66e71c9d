import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { TablesPage } from '../../areas/database/database-objects/tables/TablesPage.tsx'
import { tablesSearch } from '../../areas/database/database-objects/tables/tables-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/tables/')({
  validateSearch: searchOf(tablesSearch),
  head: () => titleHead('Tables', 'Database'),
  component: Tables,
})

function Tables() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <TablesPage project={project} search={Route.useSearch()} />
}
