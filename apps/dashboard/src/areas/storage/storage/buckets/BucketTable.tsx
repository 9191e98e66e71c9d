import type { Bucket } from '@basalt/contract/storage/buckets.schema.ts'
import type { StoragePolicy } from '@basalt/contract/storage/policies.endpoints.ts'
import { Link } from '@tanstack/react-router'
import { ChevronRight, FolderOpen } from 'lucide-react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { Table, type TableColumn } from '../../../../ui/table/Table.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { policiesOf } from '../policies/policy-groups.rules.ts'

export function BucketTable({
  projectRef: ref,
  buckets,
  policies,
  globalLimit,
}: {
  projectRef: string
  buckets: readonly Bucket[]
  /** Undefined until they are loaded. */
  policies: readonly StoragePolicy[] | undefined
  globalLimit: number | undefined
}) {
  const columns: TableColumn<Bucket>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ id, name, public: isPublic }) => (
        <span className="flex min-w-0 items-center gap-2">
          <FolderOpen className="size-4 text-ink-faint" aria-hidden />
          <Link
            to="/project/$ref/storage/files/buckets/$bucketId"
            params={{ ref, bucketId: id }}
            className="min-w-0 max-w-52 truncate rounded-sm font-medium hover:underline sm:max-w-sm"
          >
            {name}
          </Link>
          {isPublic && <Badge tone="warning">Public</Badge>}
        </span>
      ),
    },
    {
      key: 'policies',
      header: 'Policies',
      align: 'end',
      width: '6rem',
      wideOnly: true,
      cell: ({ id }) => <span className="tabular-nums">{policies && policiesOf(policies, id).length}</span>,
    },
    {
      key: 'limit',
      header: 'File size limit',
      width: '11rem',
      wideOnly: true,
      cell: ({ file_size_limit: limit }) => (
        <span className="whitespace-nowrap text-ink-muted">
          {limit !== null
            ? formatBytes(limit)
            : globalLimit === undefined
              ? 'Unset'
              : `Unset (${formatBytes(globalLimit)})`}
        </span>
      ),
    },
    {
      key: 'types',
      header: 'Allowed MIME types',
      width: '14rem',
      wideOnly: true,
      cell: ({ allowed_mime_types: types }) => (
        <span className="block max-w-52 truncate text-ink-muted" title={types?.join(', ')}>
          {types === null ? 'Any' : types.join(', ')}
        </span>
      ),
    },
    {
      key: 'open',
      header: <span className="sr-only">Open</span>,
      width: '2.5rem',
      cell: () => <ChevronRight className="size-4 text-ink-faint" aria-hidden />,
    },
  ]
  return <Table label="Buckets" columns={columns} rows={buckets} rowKey={({ id }) => id} />
}
