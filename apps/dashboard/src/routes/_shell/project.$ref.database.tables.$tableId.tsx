import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { ColumnsPage } from '../../areas/database/database-objects/tables/ColumnsPage.tsx'
import { tablePanelSearch } from '../../areas/database/database-objects/tables/tables-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

/** As PostgreSQL numbers relations. */
const OID = /^[1-9]\d{0,9}$/

export const Route = createFileRoute('/_shell/project/$ref/database/tables/$tableId')({
  validateSearch: searchOf(tablePanelSearch),
  beforeLoad: ({ params: { tableId } }) => {
    if (!OID.test(tableId)) throw notFound()
  },
  head: () => titleHead('Columns', 'Database'),
  component: Columns,
})

function Columns() {
  const { ref, tableId } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return (
    <ColumnsPage
      key={`${ref}/${tableId}`}
      project={project}
      tableId={Number(tableId)}
      search={Route.useSearch()}
    />
  )
}
