import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { UsagePage } from '../../areas/organization/usage/UsagePage.tsx'
import { usagePeriods } from '../../areas/organization/usage/usage-search.rules.ts'
import { aDay, aText, oneOf, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/org/$slug/usage')({
  validateSearch: searchOf({ period: oneOf(usagePeriods), start: aDay, end: aDay, projectRef: aText }),
  head: () => titleHead('Usage'),
  component: UsageRoute,
})

function UsageRoute() {
  const { slug } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <UsagePage
      key={slug}
      slug={slug}
      search={Route.useSearch()}
      onSearchChange={(search) => navigate({ search, replace: true })}
    />
  )
}
