import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SqlHome } from '../../app/sql/SqlHome.tsx'

export const Route = createFileRoute('/_shell/project/$ref/sql/')({
  // Closing the last tab leads here, and must not lead back to it.
  validateSearch: z.object({ skip: z.boolean().optional().catch(undefined) }),
  component: () => <SqlHome projectRef={Route.useParams().ref} skip={Route.useSearch().skip ?? false} />,
})
