import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { SupportPage } from '../../areas/installation/support/SupportPage.tsx'
import { aText, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/support/new')({
  validateSearch: searchOf({ projectRef: aText }),
  head: () => titleHead('Contact support'),
  component: SupportRoute,
})

function SupportRoute() {
  const { projectRef } = Route.useSearch()
  return <SupportPage key={projectRef} projectRef={projectRef} breadcrumb={<BackLink />} />
}
