import { createFileRoute } from '@tanstack/react-router'
import { TableEditorHome } from '../../areas/table-editor/workspace/TableEditorHome.tsx'

/** A tab in which no table is open yet. */
export const Route = createFileRoute('/_shell/project/$ref/editor/new')({
  component: () => (
    <TableEditorHome projectRef={Route.useParams().ref} schema={Route.useSearch().schema} isNew />
  ),
})
