import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { providerOf, readyProviders } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { SignInProviderDialog } from './SignInProviderDialog.tsx'
import { useOffered } from './use-offered.ts'

interface Props {
  projectRef: string
  settings: AuthSettings
  refusal: string | undefined
}

/** Providers that people can sign in with: those that are set up first, then the others. */
export function SignInProviders({ projectRef, settings, refusal }: Props) {
  const [open, setOpen] = useState<{ key: string | undefined }>()
  const isOffered = useOffered()
  const { providers } = settings
  const keys = [
    ...Object.keys(providers).sort(byName),
    ...Object.keys(readyProviders)
      .filter((key) => providers[key] === undefined)
      .sort(byName),
  ]
  if (!isOffered('authentication:show_providers')) return null
  return (
    <Card
      title="Other providers"
      description="People sign in with an account that they have elsewhere."
      padded={false}
      actions={
        <Button size="sm" icon={Plus} reason={refusal} onClick={() => setOpen({ key: undefined })}>
          Other provider
        </Button>
      }
    >
      <ul aria-label="Other providers" className="mt-3 divide-y divide-line border-line border-t">
        {keys.map((key) => {
          const stored = providers[key]
          const name = stored?.custom?.name ?? providerOf(key).name
          return (
            <li key={key} className="flex min-h-11 items-center gap-3 px-4 py-1.5">
              <span className="min-w-0 flex-1 truncate">
                {name}
                {stored?.custom && <span className="ml-2 font-mono text-ink-muted text-xs">{key}</span>}
              </span>
              {stored && (
                <Badge tone={stored.enabled ? 'success' : 'neutral'}>{stored.enabled ? 'On' : 'Off'}</Badge>
              )}
              <Button
                size="sm"
                reason={stored ? undefined : refusal}
                aria-label={`${stored ? 'Change' : 'Set up'} ${name}`}
                onClick={() => setOpen({ key })}
              >
                {stored ? 'Change' : 'Set up'}
              </Button>
            </li>
          )
        })}
      </ul>
      {open && (
        <SignInProviderDialog
          projectRef={projectRef}
          providerKey={open.key}
          providers={providers}
          refusal={refusal}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  )
}

const byName = (a: string, b: string) => providerOf(a).name.localeCompare(providerOf(b).name, 'en')
