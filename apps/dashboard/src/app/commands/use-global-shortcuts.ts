import { useEffect, useEffectEvent } from 'react'
import { globalShortcut, type PressPlace } from './shortcuts.rules.ts'

/** Hears the shortcuts that work on every page. */
export function useGlobalShortcuts(on: Record<NonNullable<ReturnType<typeof globalShortcut>>, () => void>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    const meaning = globalShortcut(event, placeOf(event.target))
    if (!meaning) return
    event.preventDefault()
    on[meaning]()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const TEXT_FIELDS = 'input, textarea, select, [contenteditable="true"], [role="textbox"]'

const placeOf = (target: EventTarget | null): PressPlace => ({
  isEditor: target instanceof Element && target.closest('.cm-editor') !== null,
  isTextField: target instanceof Element && target.closest(TEXT_FIELDS) !== null,
})
