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
import { apiKeyWords } from './key-words.rules.ts'
import { revokeApiKey } from './keys.queries.ts'
import { NewApiKeyDialog } from './NewApiKeyDialog.tsx'
import { RevealKeyDialog } from './RevealKeyDialog.tsx'
import { useRefusal } from './use-refusal.ts'

/** All keys of one type, and what can be done with them. */
export function ApiKeySection({
  projectRef,
  type,
  keys,
}: {
  projectRef: string
  type: ApiKeyType
  keys: readonly ApiKey[]
}) {
  const [isMaking, setMaking] = useState(false)
  const [changing, setChanging] = useState<ApiKey>()
  const [revealing, setRevealing] = useState<ApiKey>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const { mutateAsync: revoke } = useMutation(revokeApiKey(projectRef))
  const reason = useRefusal(projectRef, needs.createApiKeys)
  const { title, description, empty } = apiKeyWords[type]
  const make = (
    <Button icon={Plus} onClick={() => setMaking(true)} {...(reason && { reason })}>
      New {type} key
    </Button>
  )
  return (
    <Card title={title} description={description} actions={keys.length > 0 && make}>
      {keys.length === 0 ? (
        <EmptyState icon={KeyRound} title={`No ${type} keys yet`} action={make}>
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
      <NewApiKeyDialog projectRef={projectRef} type={type} open={isMaking} onOpenChange={setMaking} />
      <RevealKeyDialog projectRef={projectRef} apiKey={revealing} close={() => setRevealing(undefined)} />
      <ApiKeyDialog projectRef={projectRef} apiKey={changing} close={() => setChanging(undefined)} />
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={(open) => !open && setRevoking(undefined)}
        title={`Revoke ${revoking?.name ?? 'key'}`}
        confirmLabel="Revoke key"
        onConfirm={() => revoking?.id && revoke(revoking.id)}
      >
        Whatever sends this key is refused from now on. A revoked key cannot be brought back.
      </ConfirmDialog>
    </Card>
  )
}
