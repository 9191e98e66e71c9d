import { createFileRoute } from '@tanstack/react-router'
import { FullPageError } from '../app/FullPageError.tsx'
import { requireSession } from '../app/session-guard.ts'
import { Shell } from '../app/shell/Shell.tsx'
import { permissionQueries } from '../areas/organization/permissions/permissions.queries.ts'

/** Everything that a signed-in person sees: header, navigation and the page itself. */
export const Route = createFileRoute('/_shell')({
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.href),
  // Not awaited: until it is known nothing is disabled, and the server decides.
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
