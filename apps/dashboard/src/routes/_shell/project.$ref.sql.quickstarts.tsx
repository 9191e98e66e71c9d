import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { TemplatesPage } from '../../areas/sql/snippets/templates/TemplatesPage.tsx'
import { useSqlNavigation } from '../../areas/sql/workspace/use-sql-navigation.ts'

export const Route = createFileRoute('/_shell/project/$ref/sql/quickstarts')({
  head: () => titleHead('Quickstarts', 'SQL editor'),
  component: QuickstartsRoute,
})

function QuickstartsRoute() {
  const { ref } = Route.useParams()
  return <TemplatesPage projectRef={ref} type="quickstart" onOpen={useSqlNavigation(ref).open} />
}
