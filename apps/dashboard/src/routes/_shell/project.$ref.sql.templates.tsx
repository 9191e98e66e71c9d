import { createFileRoute } from '@tanstack/react-router'
import { titled } from '../../app/page-title.ts'
import { useSqlPlaces } from '../../app/sql/use-sql-places.ts'
import { TemplatesPage } from '../../features/snippets/templates/TemplatesPage.tsx'

export const Route = createFileRoute('/_shell/project/$ref/sql/templates')({
  head: () => titled('Templates', 'SQL editor'),
  component: TemplatesRoute,
})

function TemplatesRoute() {
  const { ref } = Route.useParams()
  return <TemplatesPage projectRef={ref} type="template" onOpen={useSqlPlaces(ref).open} />
}
