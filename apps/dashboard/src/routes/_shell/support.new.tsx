import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { titled } from '../../app/page-title.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { SupportPage } from '../../features/support/SupportPage.tsx'

export const Route = createFileRoute('/_shell/support/new')({
  validateSearch: z.object({ projectRef: z.string().optional().catch(undefined) }),
  head: () => titled('Contact support'),
  component: SupportRoute,
})

function SupportRoute() {
  const { projectRef } = Route.useSearch()
  return <SupportPage key={projectRef} projectRef={projectRef} breadcrumb={<BackLink />} />
}
