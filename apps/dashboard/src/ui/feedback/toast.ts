import type { ReactNode } from 'react'

export type ToastTone = 'info' | 'success' | 'warning' | 'critical'
export interface ToastOptions {
  title: string
  description?: ReactNode
  tone?: ToastTone
  /** Stays until someone closes it, as everything critical does. */
  lasting?: boolean
  /** How long it stays unless it lasts; five seconds unless said. */
  durationMs?: number
  action?: { label: string; onClick: () => void }
  /** Toasts with one id replace each other. */
  id?: string
}

/** What shows the toasts; it is loaded after the page. */
export interface ToastShower {
  show: (id: string, options: ToastOptions) => void
  close: (id: string) => void
}

let shower: ToastShower | undefined
const waiting = new Map<string, ToastOptions>()
const watchers = new Set<() => void>()
let count = 0

/** Tells what happened, over whatever page is open. Returns an id for `closeToast`. */
export function toast(options: ToastOptions): string {
  count += 1
  const id = options.id ?? `toast-${count}`
  if (shower) shower.show(id, options)
  else waiting.set(id, options)
  for (const changed of watchers) changed()
  return id
}

export function closeToast(id: string): void {
  waiting.delete(id)
  shower?.close(id)
}

/** Shows what was told so far, and everything from now on. Returns how to end it. */
export function showToastsWith(next: ToastShower): () => void {
  shower = next
  for (const [id, options] of waiting) next.show(id, options)
  waiting.clear()
  return () => {
    if (shower === next) shower = undefined
  }
}

/** For `useSyncExternalStore`: whether something was told that nothing shows yet. */
export const hasWaitingToasts = () => waiting.size > 0
export function watchToasts(changed: () => void) {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}
