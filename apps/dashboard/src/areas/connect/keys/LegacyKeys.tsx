import type { ApiKey, LegacyApiKeys } from '@basalt/contract/keys/keys.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { enableLegacyKeys, keyQueries } from './keys.queries.ts'
import { SecretText } from './SecretText.tsx'
import { useRefusal } from './use-refusal.ts'

/** The two keys that every project starts with, and the button to disable them. */
export function LegacyKeys({ projectRef, keys }: { projectRef: string; keys: readonly ApiKey[] }) {
  const state = useQuery(keyQueries.legacy(projectRef))
  if (state.isPending)
    return (
      <div role="status" aria-label="Loading legacy keys">
        <Skeleton className="h-40 w-full" />
      </div>
    )
  if (state.isError && !state.data)
    return (
      <ErrorPanel
        title="Failed to load the legacy keys"
        message={state.error.message}
        requestId={requestIdOf(state.error)}
        onRetry={state.refetch}
        retrying={state.isFetching}
      />
    )
  return (
    <>
      {keys.length > 0 && (
        <Card
          title="Keys"
          description="Signed with the JWT secret, so they cannot be revoked one by one. Publishable and secret keys can."
        >
          <ul className="flex flex-col gap-5">
            {keys.map((key) => (
              <LegacyKey key={key.name} projectRef={projectRef} apiKey={key} />
            ))}
          </ul>
        </Card>
      )}
      <LegacySwitch projectRef={projectRef} state={state.data} />
    </>
  )
}

function LegacyKey({ projectRef, apiKey }: { projectRef: string; apiKey: ApiKey }) {
  const isSecret = apiKey.name === 'service_role'
  const [isRevealed, setRevealed] = useState(!isSecret)
  const refusal = useRefusal(projectRef, needs.useServiceKey)
  const reason = apiKey.api_key === null ? refusal : undefined
  return (
    <li className="flex min-w-0 flex-col gap-1.5">
      <p className="flex items-center gap-2 font-medium text-sm">
        <code>{apiKey.name}</code>
        {isSecret ? <Badge tone="critical">Secret</Badge> : <Badge>Public</Badge>}
      </p>
      <SecretText
        label={`${apiKey.name} key`}
        text={apiKey.api_key ?? undefined}
        isRevealed={isRevealed && apiKey.api_key !== null}
        onRevealedChange={setRevealed}
        reason={reason}
      />
      <p className="text-ink-muted text-xs">{apiKey.description}</p>
    </li>
  )
}

function LegacySwitch({ projectRef, state }: { projectRef: string; state: LegacyApiKeys }) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync } = useMutation(enableLegacyKeys(projectRef))
  const reason = useRefusal(projectRef, needs.changeApiKeys)
  const verb = state.enabled ? 'Disable legacy keys' : 'Enable legacy keys'
  return (
    <Card
      title={state.enabled ? 'Legacy keys are enabled' : 'Legacy keys are disabled'}
      description={
        <>
          Last used: <When time={state.last_used_at} never="never" />
        </>
      }
      actions={
        <Button onClick={() => setConfirming(true)} {...(reason && { reason })}>
          {verb}
        </Button>
      }
    >
      <p className="text-ink-muted text-sm">
        {state.enabled
          ? 'Disable them once all clients send a publishable or secret key. You can enable them again.'
          : 'Requests with the anon or service_role key are refused. Publishable and secret keys, and tokens of users, are not affected.'}
      </p>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={verb}
        tone={state.enabled ? 'danger' : 'primary'}
        confirmLabel={verb}
        onConfirm={() => mutateAsync(!state.enabled)}
      >
        {state.enabled ? (
          <>
            Requests with the <code>anon</code> or <code>service_role</code> key are refused at once. They
            were last used: <When time={state.last_used_at} never="never" />. You can enable them again.
          </>
        ) : (
          'Anyone with the anon or service_role key has access again.'
        )}
      </ConfirmDialog>
    </Card>
  )
}
