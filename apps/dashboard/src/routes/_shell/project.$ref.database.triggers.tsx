import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { objectsSearch } from '../../areas/database/database-objects/objects-url.rules.ts'
import { TriggersPage } from '../../areas/database/database-objects/triggers/TriggersPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/triggers')({
  validateSearch: searchOf(objectsSearch),
  head: () => titleHead('Triggers', 'Database'),
  component: DatabaseTriggers,
})

function DatabaseTriggers() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <TriggersPage project={project} search={Route.useSearch()} />
}
