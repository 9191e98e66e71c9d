import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Hears the keys that decide about a proposal: in the element, and also when nothing has the focus, as after its field
 * was scrolled out of sight. Before all others, to whom Cmd or Ctrl with Enter means to run.
 */
export function useEditKeys(
  element: RefObject<HTMLElement | null>,
  on: { onEscape: () => void; onAccept: () => void },
) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, metaKey, ctrlKey, isComposing, target } = event
    if (isComposing || !(target === document.body || element.current?.contains(target as Node))) return
    const isMod = metaKey || ctrlKey
    if (key === 'Escape') on.onEscape()
    else if (key === 'Enter' && isMod) on.onAccept()
    // It is open already, and browsers have a use of their own for this.
    else if (!(key.toLowerCase() === 'k' && isMod)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  useEffect(() => {
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
