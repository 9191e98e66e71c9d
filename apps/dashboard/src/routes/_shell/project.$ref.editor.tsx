import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useMatch } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { DEFAULT_SCHEMA } from '../../areas/table-editor/entities/entities.rules.ts'
import { ATablePanel } from '../../areas/table-editor/tables/panel-url.rules.ts'
import { TablePanelOutlet } from '../../areas/table-editor/tables/TablePanelOutlet.tsx'
import { TableEditorWorkspace } from '../../areas/table-editor/workspace/TableEditorWorkspace.tsx'
import { aNumber, aTextUpTo, searchOf } from '../../lib/shape.ts'

/** In characters: PostgreSQL keeps 63 bytes of a name. */
const SCHEMA_MAX = 63

export const Route = createFileRoute('/_shell/project/$ref/editor')({
  validateSearch: searchOf({
    schema: aTextUpTo(SCHEMA_MAX),
    panel: ATablePanel,
    table: aNumber,
    column: aTextUpTo(SCHEMA_MAX),
  }),
  loader: async ({ parentMatchPromise }) => (await parentMatchPromise).loaderData,
  head: ({ loaderData }) => titleHead('Table editor', loaderData?.name ?? 'Project'),
  component: EditorRoute,
})

function EditorRoute() {
  const { ref } = Route.useParams()
  const search = Route.useSearch()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const match = useMatch({ from: '/_shell/project/$ref/editor/$tableId', shouldThrow: false })
  return (
    <>
      <TableEditorWorkspace key={ref} projectRef={ref} schema={search.schema} />
      <TablePanelOutlet
        project={project}
        schema={search.schema ?? DEFAULT_SCHEMA}
        openId={match ? Number(match.params.tableId) : undefined}
        search={search}
      />
    </>
  )
}
