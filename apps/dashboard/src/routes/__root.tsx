import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router'
import { FullPageError } from '../app/FullPageError.tsx'
import { FullPageNotFound } from '../app/FullPageNotFound.tsx'
import { titleHead } from '../app/page-title.ts'
import { RouteAnnouncer } from '../app/RouteAnnouncer.tsx'
import type { RouterContext } from '../app/router-context.ts'
import { useDocumentTheme } from '../lib/theme.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => titleHead(),
  component: Root,
  errorComponent: FullPageError,
  notFoundComponent: FullPageNotFound,
})

function Root() {
  useDocumentTheme()
  return (
    <>
      <HeadContent />
      <Outlet />
      <RouteAnnouncer />
    </>
  )
}
