import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { useEffect, useSyncExternalStore } from 'react'
import { cspNonce } from '../lib/csp.ts'
import { latePart, useLatePart } from '../lib/late-part.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { hasWaitingToasts, watchToasts } from './feedback/toast.ts'

const nonce = cspNonce()

/** What the components need once around the whole page. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider nonce={nonce}>
      {children}
      <ToasterSlot />
    </CSPProvider>
  )
}

const toaster = latePart(() => import('./feedback/Toaster.tsx').then((module) => module.Toaster))
const prepare = () => void toaster.ask().catch(() => undefined)

/**
 * The place of the toasts. What shows them is loaded when the page has nothing better to do, or at once when there is
 * something to tell.
 */
function ToasterSlot() {
  const Toaster = useLatePart(toaster)
  const isWanted = useSyncExternalStore(watchToasts, hasWaitingToasts)
  useEffect(() => (isWanted ? prepare() : whenIdle(prepare)), [isWanted])
  return Toaster && <Toaster />
}
