import { createFileRoute } from '@tanstack/react-router'
import { titled } from '../../app/page-title.ts'
import { useSqlPlaces } from '../../app/sql/use-sql-places.ts'
import { TemplatesPage } from '../../features/snippets/templates/TemplatesPage.tsx'

export const Route = createFileRoute('/_shell/project/$ref/sql/quickstarts')({
  head: () => titled('Quickstarts', 'SQL editor'),
  component: QuickstartsRoute,
})

function QuickstartsRoute() {
  const { ref } = Route.useParams()
  return <TemplatesPage projectRef={ref} type="quickstart" onOpen={useSqlPlaces(ref).open} />
}
