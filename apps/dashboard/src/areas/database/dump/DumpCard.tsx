import { downloadDump } from '@basalt/contract/dump/dump.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { followDownload } from '../../../api/follow-download.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'

/** Downloads the whole database as one file, which the browser streams to disk. */
export function DumpCard({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.dumpDatabase, { slug, ref }))
  const download = useMutation({
    mutationFn: () => followDownload(requestUrl(downloadDump, { params: { ref } })),
    meta: { errorTitle: 'Failed to download the database' },
  })
  const reason =
    refusal ??
    (project.status === 'ACTIVE_HEALTHY' ? undefined : 'Start the project to download its database')
  return (
    <Card
      title="Download as SQL"
      description="All objects and rows in one file, to restore with psql into an empty PostgreSQL 18."
      actions={
        <Button
          icon={Download}
          loading={download.isPending}
          onClick={() => download.mutate()}
          {...(reason !== undefined && { reason })}
        >
          Download
        </Button>
      }
    />
  )
}
