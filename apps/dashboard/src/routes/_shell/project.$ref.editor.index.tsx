import { createFileRoute } from '@tanstack/react-router'
import { DEFAULT_SCHEMA } from '../../areas/table-editor/entities/entities.rules.ts'
import { TableEditorHome } from '../../areas/table-editor/workspace/TableEditorHome.tsx'

export const Route = createFileRoute('/_shell/project/$ref/editor/')({
  component: HomeRoute,
})

function HomeRoute() {
  const { schema, panel } = Route.useSearch()
  // A panel in the URL stays open: it is not left for the table that was open last.
  return <TableEditorHome projectRef={Route.useParams().ref} schema={schema ?? (panel && DEFAULT_SCHEMA)} />
}
