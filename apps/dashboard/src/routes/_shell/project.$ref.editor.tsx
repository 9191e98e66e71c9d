import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useMatch, useNavigate } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { DEFAULT_SCHEMA } from '../../areas/table-editor/entities/entities.rules.ts'
import { ATablePanel } from '../../areas/table-editor/tables/panel-url.port.ts'
import { TablePanelOutlet } from '../../areas/table-editor/tables/TablePanelOutlet.port.tsx'
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
  const navigate = useNavigate()
  const match = useMatch({ from: '/_shell/project/$ref/editor/$tableId', shouldThrow: false })
  const schema = search.schema ?? DEFAULT_SCHEMA
  return (
    <>
      <TableEditorWorkspace key={ref} projectRef={ref} schema={search.schema} />
      <TablePanelOutlet
        project={project}
        schema={schema}
        openId={match ? Number(match.params.tableId) : undefined}
        search={search}
        onCreated={(id, created) =>
          void navigate({
            to: '/project/$ref/editor/$tableId',
            params: { ref, tableId: String(id) },
            search: { schema: created },
          })
        }
        onDropped={() =>
          void navigate({ to: '/project/$ref/editor', params: { ref }, search: { schema }, replace: true })
        }
      />
    </>
  )
}
