import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { objectsSearch } from '../../areas/database/database-objects/objects-url.rules.ts'
import { PublicationsPage } from '../../areas/database/database-objects/publications/PublicationsPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/publications')({
  validateSearch: searchOf(objectsSearch),
  head: () => titleHead('Publications', 'Database'),
  component: Publications,
})

function Publications() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <PublicationsPage project={project} search={Route.useSearch()} />
}
