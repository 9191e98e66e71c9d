import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { EnumeratedTypesPage } from '../../areas/database/database-objects/enumerated-types/EnumeratedTypesPage.tsx'
import { objectsSearch } from '../../areas/database/database-objects/objects-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/types')({
  validateSearch: searchOf(objectsSearch),
  head: () => titleHead('Enumerated types', 'Database'),
  component: EnumeratedTypes,
})

function EnumeratedTypes() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <EnumeratedTypesPage project={project} search={Route.useSearch()} />
}
