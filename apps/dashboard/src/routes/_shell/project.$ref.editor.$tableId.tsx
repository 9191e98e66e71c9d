import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { EntityDetails } from '../../areas/table-editor/entities/EntityDetails.tsx'
import { AnEntityView } from '../../areas/table-editor/entities/entity-view.rules.ts'
import { theTexts } from '../../areas/table-editor/rows/rows-url.rules.ts'
import { TablePage } from '../../areas/table-editor/rows/TablePage.tsx'
import { searchOf } from '../../lib/shape.ts'

/** As PostgreSQL numbers relations. */
const OID = /^[1-9]\d{0,9}$/

export const Route = createFileRoute('/_shell/project/$ref/editor/$tableId')({
  validateSearch: searchOf({ filter: theTexts, sort: theTexts, view: AnEntityView }),
  beforeLoad: ({ params: { tableId } }) => {
    if (!OID.test(tableId)) throw notFound()
  },
  component: TableRoute,
})

function TableRoute() {
  const { ref, tableId } = Route.useParams()
  const { filter, sort, view } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const table = (
    <TablePage
      key={`${ref}/${tableId}`}
      project={project}
      tableId={Number(tableId)}
      filter={filter}
      sort={sort}
      onViewChange={(change) =>
        void navigate({ search: (known) => ({ ...known, ...change }), replace: true, resetScroll: false })
      }
    />
  )
  if (!view) return table
  return (
    <EntityDetails key={`${ref}/${tableId}`} project={project} tableId={Number(tableId)} view={view}>
      {table}
    </EntityDetails>
  )
}
