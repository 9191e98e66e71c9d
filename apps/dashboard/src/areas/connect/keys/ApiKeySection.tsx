import type { ApiKeyType } from '@basalt/contract/keys/keys.rules.ts'
import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { ApiKeyDialog } from './ApiKeyDialog.tsx'
import { ApiKeyTable } from './ApiKeyTable.tsx'
import { apiKeyTexts } from './key-texts.rules.ts'
import { revokeApiKey } from './keys.queries.ts'
import { NewApiKeyDialog } from './NewApiKeyDialog.tsx'
import { RevealKeyDialog } from './RevealKeyDialog.tsx'
import { useRefusal } from './use-refusal.ts'

/** The card of all keys of one type, with their actions. */
export function ApiKeySection({
  projectRef,
  type,
  keys,
}: {
  projectRef: string
  type: ApiKeyType
  keys: readonly ApiKey[]
}) {
  const [isCreating, setCreating] = useState(false)
  const [changing, setChanging] = useState<ApiKey>()
  const [revealing, setRevealing] = useState<ApiKey>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const { mutateAsync: revoke } = useMutation(revokeApiKey(projectRef))
  const reason = useRefusal(projectRef, needs.createApiKeys)
  const { title, description, empty } = apiKeyTexts[type]
  const createButton = (
    <Button icon={Plus} onClick={() => setCreating(true)} {...(reason && { reason })}>
      New {type} key
    </Button>
  )
  return (
    <Card title={title} description={description} actions={keys.length > 0 && createButton}>
      {keys.length === 0 ? (
        <EmptyState icon={KeyRound} title={`No ${type} keys yet`} action={createButton}>
          {empty}
        </EmptyState>
      ) : (
        <ApiKeyTable
          projectRef={projectRef}
          label={title}
          keys={keys}
          onReveal={setRevealing}
          onChange={setChanging}
          onRevoke={setRevoking}
        />
      )}
      <NewApiKeyDialog projectRef={projectRef} type={type} open={isCreating} onOpenChange={setCreating} />
      <RevealKeyDialog projectRef={projectRef} apiKey={revealing} close={() => setRevealing(undefined)} />
      <ApiKeyDialog projectRef={projectRef} apiKey={changing} close={() => setChanging(undefined)} />
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={(open) => !open && setRevoking(undefined)}
        title={`Revoke ${revoking?.name ?? 'key'}`}
        confirmLabel="Revoke key"
        onConfirm={() => revoking?.id && revoke(revoking.id)}
      >
        Requests with this key are refused at once. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}
