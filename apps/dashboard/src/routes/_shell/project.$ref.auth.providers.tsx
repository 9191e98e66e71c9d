import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { AuthSettingsPage } from '../../areas/auth/auth/AuthSettingsPage.tsx'
import { SignInServices } from '../../areas/auth/auth/SignInServices.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/auth/providers')({
  head: () => titleHead('Sign In / Providers', 'Authentication'),
  component: Settings,
})

function Settings() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <AuthSettingsPage key={ref} project={project} page="providers" more={SignInServices} />
}
