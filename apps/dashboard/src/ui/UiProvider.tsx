import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { useEffect, useSyncExternalStore } from 'react'
import { cspNonce } from '../lib/csp.ts'
import { lazyModule, useLazyModule } from '../lib/lazy-module.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { hasPendingToasts, watchToasts } from './feedback/toast.ts'

const nonce = cspNonce()

/** The providers that the components need once per page. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider nonce={nonce}>
      {children}
      <ToasterSlot />
    </CSPProvider>
  )
}

const toaster = lazyModule(() => import('./feedback/Toaster.tsx').then((module) => module.Toaster))
const prepare = () => void toaster.load().catch(() => undefined)

/** Mounts the toaster, whose code loads when the browser is idle, or at once when a toast is pending. */
function ToasterSlot() {
  const Toaster = useLazyModule(toaster)
  const isNeeded = useSyncExternalStore(watchToasts, hasPendingToasts)
  useEffect(() => (isNeeded ? prepare() : whenIdle(prepare)), [isNeeded])
  return Toaster && <Toaster />
}
