import { Toast } from '@base-ui/react/toast'
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

const DURATION_MS = 5000
const UNTIL_CLOSED = 0

export const toastManager = Toast.createToastManager()

/** Tells what happened, over whatever page is open. Returns an id for `closeToast`. */
export const toast = ({
  title,
  description,
  tone = 'info',
  durationMs,
  lasting = tone === 'critical' && durationMs === undefined,
  action,
  id,
}: ToastOptions): string =>
  toastManager.add({
    id,
    title,
    description,
    type: tone,
    timeout: lasting ? UNTIL_CLOSED : (durationMs ?? DURATION_MS),
    actionProps: action && { children: action.label, onClick: action.onClick },
  })

export const closeToast = (id: string): void => toastManager.close(id)
