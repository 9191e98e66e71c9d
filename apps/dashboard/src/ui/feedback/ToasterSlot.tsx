import { useEffect, useSyncExternalStore } from 'react'
import { latePart, useLatePart } from '../../lib/late-part.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { hasWaitingToasts, watchToasts } from './toast.ts'

const toaster = latePart(() => import('./Toaster.tsx').then((module) => module.Toaster))
const prepare = () => void toaster.ask().catch(() => undefined)

/**
 * The place of the toasts. What shows them is loaded when the page has nothing better to do, or at once when there is
 * something to tell.
 */
export function ToasterSlot() {
  const Toaster = useLatePart(toaster)
  const isWanted = useSyncExternalStore(watchToasts, hasWaitingToasts)
  useEffect(() => (isWanted ? prepare() : whenIdle(prepare)), [isWanted])
  return Toaster && <Toaster />
}
