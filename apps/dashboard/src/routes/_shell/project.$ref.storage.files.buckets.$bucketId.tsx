import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { titleHead } from '../../app/page-title.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { BucketPage } from '../../areas/storage/storage/explorer/BucketPage.tsx'
import { aFlag, aTextUpTo, searchOf } from '../../lib/shape.ts'

/** In characters: longer than any file's path. */
const PATH_MAX = 10_000
/** The router parses a typed folder name such as 2026 as a number. */
const path = aTextUpTo(PATH_MAX)

export const Route = createFileRoute('/_shell/project/$ref/storage/files/buckets/$bucketId')({
  validateSearch: searchOf({ path, preview: path, edit: aFlag, empty: aFlag, delete: aFlag }),
  head: ({ params }) => titleHead(params.bucketId, 'Storage'),
  component: BucketRoute,
})

function BucketRoute() {
  const { ref, bucketId } = Route.useParams()
  const { path = '', preview, ...dialogs } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const question = dialogs.edit ? 'edit' : dialogs.empty ? 'empty' : dialogs.delete ? 'delete' : undefined
  const onGone = useCallback(
    () => void navigate({ to: '/project/$ref/storage/files', params: { ref }, replace: true }),
    [navigate, ref],
  )
  return (
    <BucketPage
      key={`${ref}/${bucketId}`}
      project={project}
      bucketId={bucketId}
      path={path}
      previewed={preview}
      question={question}
      onGone={onGone}
      onPlaceChange={(place) =>
        navigate({ search: { path: place.path || undefined, preview: place.preview }, resetScroll: false })
      }
      onQuestionChange={(next) =>
        navigate({
          search: ({ path, preview }) => ({ path, preview, ...(next && { [next]: true }) }),
          replace: next === undefined,
        })
      }
      onStorageSettings={() => void navigate({ to: '/project/$ref/storage/settings', params: { ref } })}
      settingsLink={<Link to="/project/$ref/storage/settings" params={{ ref }} />}
    />
  )
}
