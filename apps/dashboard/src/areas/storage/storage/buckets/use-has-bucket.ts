import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { projectQueries } from '../../../project/projects/projects.queries.ts'
import { bucketQueries } from './bucket.queries.ts'

/**
 * Whether the project has a bucket. False until that is known, and while the project sleeps, because a request would
 * wake it.
 */
export function useHasBucket(ref: string): boolean {
  const { data: project } = useQuery(projectQueries.detail(ref))
  const { data: hasBucket = false } = useInfiniteQuery({
    ...bucketQueries.pages(ref, '', 'name'),
    enabled: project?.status === 'ACTIVE_HEALTHY' && project.asleep_since === null,
    select: ({ pages }) => pages.some(({ length }) => length > 0),
  })
  return hasBucket
}
