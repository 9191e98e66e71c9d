import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { ExtensionsPage } from '../../areas/database/database-objects/extensions/ExtensionsPage.tsx'
import { extensionsSearch } from '../../areas/database/database-objects/extensions/extensions-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/extensions')({
  validateSearch: searchOf(extensionsSearch),
  head: () => titleHead('Extensions', 'Database'),
  component: Extensions,
})

function Extensions() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <ExtensionsPage project={project} search={Route.useSearch()} />
}
