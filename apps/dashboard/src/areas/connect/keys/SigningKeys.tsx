import { JWKS_PATH } from '@basalt/contract/keys/signing-keys.rules.ts'
import type { SigningKey } from '@basalt/contract/keys/signing-keys.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { SigningKeyTable } from './SigningKeyTable.tsx'
import { moveTexts, standbyReason } from './signing-key-moves.rules.ts'
import {
  createSigningKey,
  moveSigningKey,
  type SigningKeyMove,
  signingKeyQueries,
} from './signing-keys.queries.ts'
import { useRefusal } from './use-refusal.ts'

/** The signing keys page, where keys are created and rotated. */
export function SigningKeys({ projectRef }: { projectRef: string }) {
  return (
    <>
      <KeyList projectRef={projectRef} />
      <Card
        title="Verify tokens yourself"
        description="Programs verify this project's tokens with the public keys at this URL, cached for up to ten minutes."
      >
        <CodeBlock code={`${location.origin}/p/${projectRef}${JWKS_PATH}`} label="JWKS URL" wrap />
      </Card>
    </>
  )
}

function KeyList({ projectRef }: { projectRef: string }) {
  const keys = useQuery(signingKeyQueries.list(projectRef))
  if (keys.isPending) return <TableSkeleton label="Loading signing keys" columns={4} rows={3} />
  if (keys.isError && !keys.data)
    return (
      <ErrorPanel
        title="Failed to load the signing keys"
        message={keys.error.message}
        requestId={requestIdOf(keys.error)}
        onRetry={keys.refetch}
        retrying={keys.isFetching}
      />
    )
  return <Keys projectRef={projectRef} keys={keys.data} />
}

function Keys({ projectRef, keys }: { projectRef: string; keys: readonly SigningKey[] }) {
  const [pendingMove, setPendingMove] = useState<{ key: SigningKey; move: SigningKeyMove }>()
  const [isConfirming, setConfirming] = useState(false)
  const create = useMutation(createSigningKey(projectRef))
  const { mutateAsync: moveKey } = useMutation(moveSigningKey(projectRef))
  const refusal = useRefusal(projectRef, needs.changeSigningKeys)
  const reason = refusal ?? standbyReason(keys)
  const texts = pendingMove && moveTexts(pendingMove.key, pendingMove.move)
  return (
    <Card
      title="Signing keys"
      description="A new key starts on standby, so that services that verify tokens can load it in time."
      actions={
        <Button
          icon={Plus}
          loading={create.isPending}
          onClick={() => create.mutate()}
          {...(reason && { reason })}
        >
          Create standby key
        </Button>
      }
    >
      <SigningKeyTable
        keys={keys}
        reason={refusal}
        onMove={(key, move) => {
          setPendingMove({ key, move })
          setConfirming(true)
        }}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={texts?.title ?? ''}
        tone={texts?.tone ?? 'primary'}
        confirmLabel={texts?.label ?? ''}
        onConfirm={() => pendingMove && moveKey(pendingMove)}
      >
        {texts?.text}
      </ConfirmDialog>
    </Card>
  )
}
