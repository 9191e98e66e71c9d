import type { StorageCredential } from '@basalt/contract/storage/storage.endpoints.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { Table, type TableColumn } from '../../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { CopyButton } from '../../../../ui/text/CopyButton.tsx'
import { When } from '../../../../ui/text/When.tsx'
import { NewCredentialDialog } from './NewCredentialDialog.tsx'
import { revokeCredential, storageSettingsQueries } from './settings.queries.ts'

/** The access keys for the S3 protocol. */
export function CredentialsCard({
  projectRef,
  refusal,
}: {
  projectRef: string
  refusal: string | undefined
}) {
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<StorageCredential>()
  const { mutateAsync: revoke } = useMutation(revokeCredential(projectRef))
  const reason = refusal === undefined ? {} : { reason: refusal }
  return (
    <Card
      title="S3 access keys"
      description="Access keys bypass all policies. Use them only on servers."
      actions={
        <Button icon={Plus} onClick={() => setCreating(true)} {...reason}>
          New access key
        </Button>
      }
    >
      <Credentials projectRef={projectRef} reason={reason} onRevoke={setRevoking} />
      <NewCredentialDialog projectRef={projectRef} open={isCreating} onOpenChange={setCreating} />
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={(open) => !open && setRevoking(undefined)}
        title={`Revoke ${revoking?.description ?? 'access key'}`}
        confirmLabel="Revoke access key"
        onConfirm={() => revoking && revoke(revoking.id)}
      >
        Anything that uses this key loses access immediately. A revoked key cannot be restored.
      </ConfirmDialog>
    </Card>
  )
}

function Credentials({
  projectRef,
  reason,
  onRevoke,
}: {
  projectRef: string
  reason: { reason?: string }
  onRevoke: (credential: StorageCredential) => void
}) {
  const credentials = useQuery(storageSettingsQueries.credentials(projectRef))
  if (credentials.isPending) return <TableSkeleton label="Loading access keys" columns={3} rows={2} />
  if (credentials.isError)
    return (
      <ErrorPanel
        title="Failed to load access keys"
        message={credentials.error.message}
        requestId={requestIdOf(credentials.error)}
        onRetry={() => credentials.refetch()}
        retrying={credentials.isFetching}
      />
    )
  if (credentials.data.length === 0)
    return (
      <EmptyState icon={KeyRound} title="No access keys yet">
        Create a key for each tool, so that you can revoke them separately.
      </EmptyState>
    )
  const columns: TableColumn<StorageCredential>[] = [
    { key: 'description', header: 'Description', cell: ({ description }) => description },
    {
      key: 'id',
      header: 'Access key ID',
      cell: ({ access_key: key }) => (
        <span className="flex items-center gap-1">
          <code className="max-w-40 truncate text-xs sm:max-w-none">{key}</code>
          <CopyButton text={key} label="Copy access key ID" />
        </span>
      ),
    },
    {
      key: 'created',
      header: 'Created at',
      width: '9rem',
      wideOnly: true,
      cell: ({ created_at }) => <When time={created_at} className="text-ink-muted" />,
    },
    {
      key: 'revoke',
      header: <span className="sr-only">Revoke</span>,
      width: '6rem',
      align: 'end',
      cell: (credential) => (
        <Button
          size="sm"
          aria-label={`Revoke ${credential.description}`}
          onClick={() => onRevoke(credential)}
          {...reason}
        >
          Revoke
        </Button>
      ),
    },
  ]
  return <Table label="Access keys" columns={columns} rows={credentials.data} rowKey={({ id }) => id} />
}
