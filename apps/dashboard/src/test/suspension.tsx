import { act, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense, use, useSyncExternalStore } from 'react'
import { expect } from 'vitest'

/** Hides the tree that it wraps until it is resumed, as the router does while it loads a route. */
export function suspension() {
  let pending: PromiseWithResolvers<void> | undefined
  let changed = () => {}
  const subscribe = (callback: () => void) => {
    changed = callback
    return () => undefined
  }
  const Gate = ({ children }: { children: ReactNode }) => {
    const current = useSyncExternalStore(subscribe, () => pending)
    if (current) use(current.promise)
    return children
  }
  return {
    wrap: (page: ReactNode) => (
      <Suspense fallback="Suspended">
        <Gate>{page}</Gate>
      </Suspense>
    ),
    async suspend() {
      pending = Promise.withResolvers()
      await act(async () => changed())
      screen.getByText('Suspended')
      // As browsers do with a hidden element.
      ;(document.activeElement as HTMLElement).blur()
    },
    async resume() {
      pending!.resolve()
      pending = undefined
      await act(async () => changed())
      await waitFor(() => expect(screen.queryByText('Suspended')).toBeNull())
    },
  }
}
