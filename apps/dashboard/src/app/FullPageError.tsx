import type { ErrorComponentProps } from '@tanstack/react-router'
import { RouteError } from './RouteError.tsx'

/** Outside the shell, where nothing else is the page's main part. */
export function FullPageError(props: ErrorComponentProps) {
  return (
    <main>
      <RouteError {...props} />
    </main>
  )
}
