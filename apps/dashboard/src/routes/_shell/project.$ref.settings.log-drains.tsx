import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { LogDrainsPage } from '../../areas/project/log-drains/LogDrainsPage.tsx'
import { logDrainsSearch } from '../../areas/project/log-drains/log-drains-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/settings/log-drains')({
  validateSearch: searchOf(logDrainsSearch),
  head: () => titleHead('Log drains', 'Project settings'),
  component: LogDrains,
})

function LogDrains() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <LogDrainsPage key={ref} project={project} search={Route.useSearch()} />
}
