import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { IndexesPage } from '../../areas/database/database-objects/indexes/IndexesPage.tsx'
import { indexesSearch } from '../../areas/database/database-objects/indexes/indexes-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/indexes')({
  validateSearch: searchOf(indexesSearch),
  head: () => titleHead('Indexes', 'Database'),
  component: Indexes,
})

function Indexes() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <IndexesPage project={project} search={Route.useSearch()} />
}
