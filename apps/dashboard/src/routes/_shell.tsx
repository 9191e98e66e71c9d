import { createFileRoute } from '@tanstack/react-router'
import { FullPageError } from '../app/FullPageError.tsx'
import { requireSession } from '../app/session-guard.ts'
import { Shell } from '../app/shell/Shell.tsx'
import { permissionQueries } from '../areas/organization/permissions/permissions.queries.ts'

/** What signed-in users see: header, navigation and the page. */
export const Route = createFileRoute('/_shell')({
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.href),
  // Not awaited: until the permissions are loaded nothing is disabled, and the server decides.
  loader: ({ context }) => {
    context.queryClient.prefetchQuery(permissionQueries.mine())
  },
  component: ShellRoute,
  errorComponent: FullPageError,
})

function ShellRoute() {
  const { config, profile } = Route.useRouteContext()
  return <Shell config={config} profile={profile} />
}
