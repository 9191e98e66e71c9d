import type { ErrorComponentProps } from '@tanstack/react-router'
import { RouteError } from './RouteError.tsx'

/** Used outside the shell, so it brings the page's `main` element. */
export function FullPageError(props: ErrorComponentProps) {
  return (
    <main>
      <RouteError {...props} />
    </main>
  )
}
