import type { AuthSettings, SamlKey } from '@basalt/contract/auth/auth.schema.ts'
import { signingKeyStatusLabels } from '@basalt/contract/keys/signing-keys.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { When } from '../../../ui/text/When.tsx'
import {
  type SamlKeyMove,
  samlKeyExplanations,
  samlKeyMoves,
  samlKeyMoveTexts,
  samlKeyTones,
  samlRotationReason,
  samlStandbyReason,
} from './saml-key-moves.rules.ts'
import { createSamlKey, deleteSamlKey, rotateSamlKeys, ssoQueries } from './sso.queries.ts'

interface Props {
  projectRef: string
  settings: AuthSettings
  refusal: string | undefined
}

/** The keys by which identity providers of companies know the project. Not shown where SAML is off. */
export function SamlKeys({ projectRef, settings, refusal }: Props) {
  const keys = useQuery({ ...ssoQueries.keys(projectRef), enabled: settings.saml_enabled })
  if (!settings.saml_enabled) return null
  if (keys.isPending) return <Skeleton className="h-32 w-full" />
  if (keys.isError && !keys.data)
    return (
      <ErrorPanel
        title="Failed to load the keys for SAML"
        message={keys.error.message}
        requestId={requestIdOf(keys.error)}
        onRetry={() => void keys.refetch()}
        retrying={keys.isFetching}
      />
    )
  return <KeyList projectRef={projectRef} keys={keys.data} refusal={refusal} />
}

function KeyList({
  projectRef,
  keys,
  refusal,
}: {
  projectRef: string
  keys: readonly SamlKey[]
  refusal: string | undefined
}) {
  const [move, setMove] = useState<SamlKeyMove>('rotate')
  const [isConfirming, setConfirming] = useState(false)
  const create = useMutation(createSamlKey(projectRef))
  const { mutateAsync: rotate } = useMutation(rotateSamlKeys(projectRef))
  const { mutateAsync: remove } = useMutation(deleteSamlKey(projectRef))
  const work: Record<SamlKeyMove, () => Promise<unknown>> = {
    rotate: () => rotate(),
    'delete standby': () => remove('standby'),
    'delete previously_used': () => remove('previously_used'),
  }
  const reasonOf = (one: SamlKeyMove) => refusal ?? (one === 'rotate' ? samlRotationReason(keys) : undefined)
  const { title, label, text, tone } = samlKeyMoveTexts[move]
  return (
    <Card
      title="Keys for SAML"
      description="Sign requests and decrypt answers. A new key starts on standby."
      padded={false}
      actions={
        <Button
          size="sm"
          icon={Plus}
          loading={create.isPending}
          reason={refusal ?? samlStandbyReason(keys)}
          onClick={() => create.mutate()}
        >
          Create standby key
        </Button>
      }
    >
      <ul aria-label="Keys for SAML" className="mt-3 divide-y divide-line border-line border-t">
        {keys.map((key) => (
          <li key={key.fingerprint} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
            <div className="min-w-48 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={samlKeyTones[key.status]}>{signingKeyStatusLabels[key.status]}</Badge>
                <span className="text-ink-muted text-xs">{samlKeyExplanations[key.status]}</span>
              </p>
              <p className="mt-1 flex min-w-0 items-center gap-1 text-xs">
                <code className="truncate" title={`SHA-256 ${key.fingerprint}`}>
                  {key.fingerprint}
                </code>
                <CopyButton text={key.certificate} label="Copy certificate" />
              </p>
              <p className="text-ink-muted text-xs">
                Certificate valid until <When time={key.expires_at} />
              </p>
            </div>
            <span className="flex flex-wrap gap-2">
              {samlKeyMoves[key.status].map((one) => (
                <Button
                  key={one}
                  size="sm"
                  aria-label={samlKeyMoveTexts[one].title}
                  reason={reasonOf(one)}
                  onClick={() => {
                    setMove(one)
                    setConfirming(true)
                  }}
                >
                  {samlKeyMoveTexts[one].label}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={title}
        confirmLabel={label}
        tone={tone}
        onConfirm={work[move]}
      >
        {text}
      </ConfirmDialog>
    </Card>
  )
}
