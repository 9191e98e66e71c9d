import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { organizationQueries } from '../areas/organization/organizations/organizations.queries.ts'
import { projectQueries } from '../areas/project/projects/projects.queries.ts'
import { NothingFound } from './NothingFound.tsx'
import { placeOf } from './shell/place/place.rules.ts'

const PageNotFound = lazy(async () => ({ default: (await import('./PageNotFound.tsx')).PageNotFound }))

/** The not-found page inside the shell, which offers the pages of the open project or organization. */
export function NotFoundPage() {
  const { pathname } = useLocation()
  const client = useQueryClient()
  const place = placeOf(pathname)
  const known =
    place.kind === 'project'
      ? client.getQueryData(projectQueries.detail(place.ref).queryKey)
      : place.kind === 'organization' && client.getQueryData(organizationQueries.detail(place.slug).queryKey)
  if (!known) return <NothingFound />
  return (
    <Suspense>
      <PageNotFound />
    </Suspense>
  )
}
