import { type HookKind, hookKinds, hookTarget } from '@basalt/contract/auth/auth-hooks.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { AuthHookDialog } from './AuthHookDialog.tsx'
import { authQueries } from './auth.queries.ts'
import { hookTexts } from './auth-hook-texts.rules.ts'

/** Functions and endpoints of the owner that take part in signing in. */
export function AuthHooksPage({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const settings = useQuery(authQueries.settings(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeAuthSettings, { slug, ref }))
  const [open, setOpen] = useState<HookKind>()
  const hooks = settings.data?.hooks
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Auth Hooks"
        description="Functions and HTTP endpoints of yours that take part in signing up and in."
      />
      {hooks ? (
        <Card padded={false}>
          <ul aria-label="Hooks" className="divide-y divide-line">
            {hookKinds.map((kind) => {
              const hook = hooks[kind]
              const { title, description } = hookTexts[kind]
              return (
                <li key={kind} className="flex items-center gap-3 px-4 py-2.5">
                  <div className="min-w-0 flex-1">
                    <p className="font-medium">{title}</p>
                    <p className="wrap-anywhere text-ink-muted text-sm">
                      {hook ? targetText(hook.uri) : description}
                    </p>
                  </div>
                  {hook && (
                    <Badge tone={hook.enabled ? 'success' : 'neutral'}>{hook.enabled ? 'On' : 'Off'}</Badge>
                  )}
                  <Button
                    size="sm"
                    reason={hook ? undefined : refusal}
                    aria-label={`${hook ? 'Change' : 'Set up'}: ${title}`}
                    onClick={() => setOpen(kind)}
                  >
                    {hook ? 'Change' : 'Set up'}
                  </Button>
                </li>
              )
            })}
          </ul>
        </Card>
      ) : settings.isError ? (
        <ErrorPanel
          title="Failed to load the hooks"
          message={settings.error.message}
          requestId={requestIdOf(settings.error)}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      ) : (
        <Skeleton className="h-72 w-full" />
      )}
      {open && hooks && (
        <AuthHookDialog
          projectRef={ref}
          kind={open}
          stored={hooks[open]}
          refusal={refusal}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

function targetText(uri: string) {
  const target = hookTarget(uri)
  return target?.kind === 'function' ? `${target.schema}.${target.name}` : uri
}
