import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, failedWith, requestIdOf } from '../api/api-error.ts'
import { isMfaRefusal } from '../areas/account/mfa/mfa.queries.ts'
import { ButtonLink } from '../ui/controls/ButtonLink.tsx'
import { ErrorPanel } from '../ui/feedback/ErrorPanel.tsx'
import { lazyPanel } from '../ui/lazy-panel.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

const { LazyPanel: MfaRequired } = lazyPanel(
  () => import('../areas/account/mfa/MfaRequired.tsx').then((module) => module.MfaRequired),
  'this page',
)

/** Replaces a page that failed to load or threw while rendering. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const [isRetrying, setRetrying] = useState(false)
  if (failedWith(error, 'not_found')) return <NotFoundPage />
  if (isMfaRefusal(error)) return <MfaRequired />

  const retry = async () => {
    setRetrying(true)
    queries.reset()
    await router.invalidate()
    setRetrying(false)
  }
  return (
    <div className="mx-auto w-full max-w-xl px-6 py-16">
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorPanel
        title={error instanceof ApiError ? 'Failed to load this page' : 'This page stopped working'}
        message={error instanceof Error ? error.message : String(error)}
        requestId={requestIdOf(error)}
        onRetry={retry}
        retrying={isRetrying}
        action={
          <ButtonLink variant="ghost" render={<Link to="/" />}>
            Go to the start page
          </ButtonLink>
        }
      />
    </div>
  )
}
