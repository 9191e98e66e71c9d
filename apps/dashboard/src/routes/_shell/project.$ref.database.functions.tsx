import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { FunctionsPage } from '../../areas/database/database-objects/functions/FunctionsPage.tsx'
import { objectsSearch } from '../../areas/database/database-objects/objects-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/functions')({
  validateSearch: searchOf(objectsSearch),
  head: () => titleHead('Functions', 'Database'),
  component: DatabaseFunctions,
})

function DatabaseFunctions() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <FunctionsPage project={project} search={Route.useSearch()} />
}
