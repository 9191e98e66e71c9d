import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { TypesPage } from '../../areas/database/database-objects/types/TypesPage.tsx'
import { typesSearch } from '../../areas/database/database-objects/types/types-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/types')({
  validateSearch: searchOf(typesSearch),
  head: () => titleHead('Types', 'Database'),
  component: Types,
})

function Types() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <TypesPage project={project} search={Route.useSearch()} />
}
