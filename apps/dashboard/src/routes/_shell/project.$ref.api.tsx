import { SCHEMA_NAME_MAX } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { ApiDocsPage } from '../../areas/connect/api-docs/ApiDocsPage.tsx'
import { docPages } from '../../areas/connect/api-docs/doc-place.rules.ts'
import { aTextUpTo, oneOf, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/api')({
  validateSearch: searchOf({
    page: oneOf(docPages),
    schema: aTextUpTo(SCHEMA_NAME_MAX),
    name: aTextUpTo(SCHEMA_NAME_MAX),
  }),
  loader: async ({ parentMatchPromise }) => (await parentMatchPromise).loaderData,
  head: ({ loaderData }) => titleHead('API docs', loaderData?.name ?? 'Project'),
  component: ApiDocsRoute,
})

function ApiDocsRoute() {
  const { ref } = Route.useParams()
  return <ApiDocsPage key={ref} projectRef={ref} search={Route.useSearch()} />
}
