import { createFileRoute } from '@tanstack/react-router'
import { SqlHome } from '../../areas/sql/workspace/SqlHome.tsx'
import { aFlag, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/sql/')({
  // Closing the last tab leads here and must not lead back to that tab.
  validateSearch: searchOf({ skip: aFlag }),
  component: () => <SqlHome projectRef={Route.useParams().ref} skip={Route.useSearch().skip ?? false} />,
})
