import type { ReactNode } from 'react'

export type ToastTone = 'info' | 'success' | 'warning' | 'critical'
export interface ToastOptions {
  title: string
  description?: ReactNode
  tone?: ToastTone
  /** Stays until closed. Critical toasts do by default. */
  lasting?: boolean
  /** How long it stays unless `lasting`; five seconds by default. */
  durationMs?: number
  action?: { label: string; onClick: () => void }
  /** Toasts with one id replace each other. */
  id?: string
}

/** Renders the toasts; loaded after the page. */
export interface ToastRenderer {
  show: (id: string, options: ToastOptions) => void
  close: (id: string) => void
}

let renderer: ToastRenderer | undefined
const pending = new Map<string, ToastOptions>()
const watchers = new Set<() => void>()
let count = 0

/** Shows a toast. Returns its id for `closeToast`. */
export function toast(options: ToastOptions): string {
  count += 1
  const id = options.id ?? `toast-${count}`
  if (renderer) renderer.show(id, options)
  else pending.set(id, options)
  for (const changed of watchers) changed()
  return id
}

export function closeToast(id: string): void {
  pending.delete(id)
  renderer?.close(id)
}

/** Renders pending and future toasts. Returns a function that detaches the renderer. */
export function renderToastsWith(next: ToastRenderer): () => void {
  renderer = next
  for (const [id, options] of pending) next.show(id, options)
  pending.clear()
  return () => {
    if (renderer === next) renderer = undefined
  }
}

/** For `useSyncExternalStore`: whether toasts are waiting for the renderer. */
export const hasPendingToasts = () => pending.size > 0
export function watchToasts(changed: () => void) {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}
