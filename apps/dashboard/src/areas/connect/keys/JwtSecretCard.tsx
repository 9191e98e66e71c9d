import { LEGACY_SIGNING_KEY, signingKeyStatusLabels } from '@basalt/contract/keys/signing-keys.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { When } from '../../../ui/text/When.tsx'
import { ChangeJwtSecretDialog } from './ChangeJwtSecretDialog.tsx'
import { SecretText } from './SecretText.tsx'
import { revealJwtSecret, signingKeyQueries } from './signing-keys.queries.ts'
import { useRefusal } from './use-refusal.ts'

/** The secret that every project starts with; it signs legacy keys and older tokens. */
export function JwtSecretCard({ projectRef }: { projectRef: string }) {
  const [isRevealed, setRevealed] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const reveal = useMutation(revealJwtSecret(projectRef))
  const seeReason = useRefusal(projectRef, needs.seeJwtSecret)
  const changeReason = useRefusal(projectRef, needs.changeSigningKeys)
  const show = (isVisible: boolean) => {
    if (!isVisible || reveal.data !== undefined) return setRevealed(isVisible)
    reveal.mutate(undefined, { onSuccess: () => setRevealed(true) })
  }
  return (
    <Card
      title="Legacy JWT secret"
      description="Signs the legacy anon and service_role keys, and tokens by HS256. Anyone who knows it can create any token: keep it on servers and prefer signing keys."
      footer={
        <>
          <SecretState projectRef={projectRef} />
          <Button
            className="ml-auto"
            onClick={() => setChanging(true)}
            {...(changeReason && { reason: changeReason })}
          >
            Change secret
          </Button>
        </>
      }
    >
      <SecretText
        label="JWT secret"
        text={isRevealed ? reveal.data : undefined}
        isRevealed={isRevealed}
        onRevealedChange={show}
        isLoading={reveal.isPending}
        reason={seeReason}
      />
      <ChangeJwtSecretDialog
        projectRef={projectRef}
        open={isChanging}
        onOpenChange={setChanging}
        onChanged={() => {
          setRevealed(false)
          reveal.reset()
        }}
      />
    </Card>
  )
}

function SecretState({ projectRef }: { projectRef: string }) {
  const keys = useQuery(signingKeyQueries.list(projectRef))
  if (keys.isPending) return <Skeleton className="h-5 w-64" />
  if (keys.isError && !keys.data)
    return (
      <ErrorPanel
        title="Failed to load the status of the secret"
        message={keys.error.message}
        requestId={requestIdOf(keys.error)}
        onRetry={keys.refetch}
        retrying={keys.isFetching}
      />
    )
  const secret = keys.data.find(({ id }) => id === LEGACY_SIGNING_KEY)
  if (!secret) return null
  return (
    <span>
      {signingKeyStatusLabels[secret.status]}. Set <When time={secret.created_at} never="" />.
    </span>
  )
}
