import { useEffect, useEffectEvent } from 'react'

type Press = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/** Whether a letter was pressed with Cmd or Ctrl. On a Mac, Control with a letter edits text. */
export const isModKey = (
  letter: string,
  { key, metaKey, ctrlKey, altKey, shiftKey }: Press,
  isApple = /mac|iphone|ipad/i.test(navigator.userAgent),
): boolean =>
  key.toLowerCase() === letter && metaKey !== ctrlKey && !(isApple && ctrlKey) && !altKey && !shiftKey

/** Handles Cmd or Ctrl with a letter anywhere on the page, before other handlers. */
export function useModKey(letter: string, onPress: () => void, isOn = true) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.repeat || !isModKey(letter, event)) return
    event.preventDefault()
    event.stopPropagation()
    onPress()
  })
  useEffect(() => {
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}
