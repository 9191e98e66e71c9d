import { useEffect, useEffectEvent } from 'react'
import { type ExportAction, exportShortcut } from './export-shortcuts.rules.ts'

/** Hears the shortcuts that take the shown result elsewhere, from anywhere on the page but from above it. */
export function useExportShortcuts(onAction: (action: ExportAction) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isAbove =
      target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null
    const action = isAbove ? undefined : exportShortcut(event)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    onAction(action)
  })
  useEffect(() => {
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}
