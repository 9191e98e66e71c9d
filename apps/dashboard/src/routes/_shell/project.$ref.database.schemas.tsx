import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { diagramSearch } from '../../areas/database/schema-diagram/diagram-url.rules.ts'
import { SchemaDiagramPage } from '../../areas/database/schema-diagram/SchemaDiagramPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/schemas')({
  validateSearch: searchOf(diagramSearch),
  head: () => titleHead('Schema visualizer', 'Database'),
  component: Schemas,
})

function Schemas() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <SchemaDiagramPage project={project} search={Route.useSearch()} />
}
