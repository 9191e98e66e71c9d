import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { BucketsPage } from '../../areas/storage/storage/buckets/BucketsPage.tsx'
import { aFlag, aText, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/storage/files/')({
  validateSearch: searchOf({ search: aText, new: aFlag }),
  component: BucketsRoute,
})

function BucketsRoute() {
  const { ref } = Route.useParams()
  const { search = '', new: isCreating = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return (
    <BucketsPage
      key={ref}
      project={project}
      search={search}
      isCreating={isCreating}
      onSearchChange={(text) =>
        navigate({ search: (known) => ({ ...known, search: text || undefined }), replace: true })
      }
      onCreatingChange={(isOpen) =>
        navigate({ search: (known) => ({ ...known, new: isOpen || undefined }), replace: !isOpen })
      }
      onCreated={(bucketId) =>
        navigate({ to: '/project/$ref/storage/files/buckets/$bucketId', params: { ref, bucketId } })
      }
      settingsLink={<Link to="/project/$ref/storage/settings" params={{ ref }} />}
    />
  )
}
