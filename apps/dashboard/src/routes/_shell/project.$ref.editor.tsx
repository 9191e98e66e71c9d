import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { TableEditorWorkspace } from '../../areas/table-editor/workspace/TableEditorWorkspace.tsx'
import { aTextUpTo, searchOf } from '../../lib/shape.ts'

/** In characters: PostgreSQL keeps 63 bytes of a name. */
const SCHEMA_MAX = 63

export const Route = createFileRoute('/_shell/project/$ref/editor')({
  validateSearch: searchOf({ schema: aTextUpTo(SCHEMA_MAX) }),
  loader: async ({ parentMatchPromise }) => (await parentMatchPromise).loaderData,
  head: ({ loaderData }) => titleHead('Table editor', loaderData?.name ?? 'Project'),
  component: EditorRoute,
})

function EditorRoute() {
  const { ref } = Route.useParams()
  return <TableEditorWorkspace key={ref} projectRef={ref} schema={Route.useSearch().schema} />
}
