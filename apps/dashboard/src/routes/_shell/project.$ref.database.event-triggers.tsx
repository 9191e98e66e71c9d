import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { EventTriggersPage } from '../../areas/database/database-objects/event-triggers/EventTriggersPage.tsx'
import { eventTriggersSearch } from '../../areas/database/database-objects/event-triggers/event-triggers-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/event-triggers')({
  validateSearch: searchOf(eventTriggersSearch),
  head: () => titleHead('Event triggers', 'Database'),
  component: EventTriggers,
})

function EventTriggers() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <EventTriggersPage project={project} search={Route.useSearch()} />
}
