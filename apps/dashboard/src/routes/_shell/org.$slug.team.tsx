import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { TeamPage } from '../../areas/organization/members/TeamPage.tsx'
import { aText, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/org/$slug/team')({
  validateSearch: searchOf({ search: aText }),
  // Not awaited: the page shows its own skeleton.
  loader: async ({ context, params }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { memberQueries } = await import('../../areas/organization/members/members.queries.ts')
    context.queryClient.prefetchQuery(memberQueries.list(params.slug))
  },
  head: () => titleHead('Team'),
  component: TeamRoute,
})

function TeamRoute() {
  const { slug } = Route.useParams()
  const { profile } = Route.useRouteContext()
  const { search = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (text: string) => navigate({ search: { search: text || undefined }, replace: true })
  return (
    profile && <TeamPage key={slug} slug={slug} userId={profile.id} search={search} onSearchChange={change} />
  )
}
