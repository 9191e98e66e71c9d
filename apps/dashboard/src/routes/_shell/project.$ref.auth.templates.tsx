import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { EmailsPage } from '../../areas/auth/auth/EmailsPage.tsx'
import { emailsSearch } from '../../areas/auth/auth/emails-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/auth/templates')({
  validateSearch: searchOf(emailsSearch),
  head: () => titleHead('Emails', 'Authentication'),
  component: Emails,
})

function Emails() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <EmailsPage key={ref} project={project} search={Route.useSearch()} />
}
