import type { AccessToken } from '@basalt/contract/access/access.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { AccessTokenList } from './AccessTokenList.tsx'
import { accessQueries, revokeAccessToken } from './access.queries.ts'
import { NewAccessTokenDialog } from './NewAccessTokenDialog.tsx'

export function AccessTokensCard() {
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<AccessToken>()
  const { mutateAsync: revoke } = useMutation(revokeAccessToken)
  const create = () => setCreating(true)
  return (
    <Card
      title="Personal access tokens"
      description="Scripts sign in with a token instead of your password."
      actions={
        <Button icon={Plus} onClick={create}>
          New token
        </Button>
      }
    >
      <AccessTokens onCreate={create} onRevoke={setRevoking} />
      <NewAccessTokenDialog open={isCreating} onOpenChange={setCreating} />
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={(open) => !open && setRevoking(undefined)}
        title={`Revoke ${revoking?.name ?? 'token'}`}
        confirmLabel="Revoke token"
        onConfirm={() => revoking && revoke(revoking.id)}
      >
        Anything that uses this token loses access at once. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}

function AccessTokens({
  onCreate,
  onRevoke,
}: {
  onCreate: () => void
  onRevoke: (token: AccessToken) => void
}) {
  const tokens = useQuery(accessQueries.tokens())
  if (tokens.isPending) return <AccessTokenListSkeleton />
  if (tokens.isError)
    return (
      <ErrorPanel
        title="Failed to load access tokens"
        message={tokens.error.message}
        requestId={requestIdOf(tokens.error)}
        onRetry={tokens.refetch}
        retrying={tokens.isFetching}
      />
    )
  if (tokens.data.length === 0)
    return (
      <EmptyState
        icon={KeyRound}
        title="No tokens yet"
        action={<Button onClick={onCreate}>Create a token</Button>}
      >
        Create one for each script or tool, so that you can revoke them one by one.
      </EmptyState>
    )
  return <AccessTokenList tokens={tokens.data} onRevoke={onRevoke} />
}

function AccessTokenListSkeleton() {
  return (
    <div role="status" aria-label="Loading access tokens" className="rounded-md border border-line">
      <div className="flex min-h-14 flex-col justify-center gap-2 px-3 py-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3 w-64 max-w-full" />
      </div>
    </div>
  )
}
