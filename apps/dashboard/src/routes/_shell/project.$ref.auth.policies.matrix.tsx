import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { policiesSearch } from '../../areas/database/database-objects/policies/policies-url.rules.ts'
import { PolicyMatrixPage } from '../../areas/database/policy-matrix/PolicyMatrixPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { aText, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/auth/policies/matrix')({
  validateSearch: searchOf({ schema: policiesSearch.schema, search: aText }),
  head: () => titleHead('Policy matrix', 'Authentication'),
  component: PolicyMatrix,
})

function PolicyMatrix() {
  const { ref } = Route.useParams()
  const { schema, search } = Route.useSearch()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <PolicyMatrixPage key={ref} project={project} schema={schema} search={search} />
}
