import type { AuthSettings, SsoProvider } from '@basalt/contract/auth/auth.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { SsoProviderDialog } from './SsoProviderDialog.tsx'
import { ssoQueries } from './sso.queries.ts'

interface Props {
  projectRef: string
  settings: AuthSettings
  refusal: string | undefined
}

/** The identity providers of companies. */
export function SsoProviders({ projectRef, settings, refusal }: Props) {
  const found = useQuery(ssoQueries.providers(projectRef))
  const [open, setOpen] = useState<{ provider: SsoProvider | undefined }>()
  if (found.isPending) return <Skeleton className="h-40 w-full" />
  if (found.isError && !found.data)
    return (
      <ErrorPanel
        title="Failed to load the identity providers"
        message={found.error.message}
        requestId={requestIdOf(found.error)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    )
  const { providers, entity_id, acs_url } = found.data
  return (
    <Card
      title="Identity providers of companies"
      description={
        settings.saml_enabled
          ? 'Apps call signInWithSSO with the domain of a company.'
          : 'Not in use until company accounts are allowed above.'
      }
      padded={false}
      actions={
        <Button size="sm" icon={Plus} reason={refusal} onClick={() => setOpen({ provider: undefined })}>
          Identity provider
        </Button>
      }
    >
      {providers.length === 0 ? (
        <p className="px-4 pt-2 pb-4 text-ink-muted text-sm">None yet.</p>
      ) : (
        <ul
          aria-label="Identity providers of companies"
          className="mt-3 divide-y divide-line border-line border-t"
        >
          {providers.map((provider) => {
            const name = provider.domains[0] ?? provider.entity_id
            return (
              <li key={provider.id} className="flex items-center gap-3 px-4 py-2">
                <div className="min-w-0 flex-1">
                  <p className="wrap-anywhere">{provider.domains.join(', ') || 'No domain'}</p>
                  <p className="wrap-anywhere text-ink-muted text-xs">{provider.entity_id}</p>
                </div>
                <Badge tone={provider.disabled ? 'neutral' : 'success'}>
                  {provider.disabled ? 'Off' : 'On'}
                </Badge>
                <Button size="sm" aria-label={`Change ${name}`} onClick={() => setOpen({ provider })}>
                  Change
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {open && (
        <SsoProviderDialog
          projectRef={projectRef}
          stored={open.provider}
          entityId={entity_id}
          acsUrl={acs_url}
          refusal={refusal}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  )
}
