import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { MigrationsPage } from '../../areas/database/migrations/MigrationsPage.tsx'
import {
  type MigrationsSearch,
  migrationsSearch,
} from '../../areas/database/migrations/migrations-search.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/migrations')({
  validateSearch: migrationsSearch,
  head: () => titleHead('Migrations', 'Database'),
  component: Migrations,
})

function Migrations() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: MigrationsSearch) => navigate({ search: next, replace: true })
  return <MigrationsPage key={ref} project={project} search={search} onSearchChange={change} />
}
