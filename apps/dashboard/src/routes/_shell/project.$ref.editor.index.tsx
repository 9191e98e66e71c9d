import { createFileRoute } from '@tanstack/react-router'
import { TableEditorHome } from '../../areas/table-editor/workspace/TableEditorHome.tsx'

export const Route = createFileRoute('/_shell/project/$ref/editor/')({
  component: () => <TableEditorHome projectRef={Route.useParams().ref} schema={Route.useSearch().schema} />,
})
