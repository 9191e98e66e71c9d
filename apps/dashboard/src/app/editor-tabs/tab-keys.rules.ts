export type TabKey = 'next' | 'previous' | 'close' | 'restore'

type Press = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** Matches the key's physical position: with Alt, some layouts type other characters. */
export function tabKey({ code, altKey, ctrlKey, metaKey, shiftKey }: Press): TabKey | undefined {
  if (!altKey || ctrlKey || metaKey) return undefined
  if (shiftKey) return code === 'KeyT' ? 'restore' : undefined
  if (code === 'PageDown') return 'next'
  if (code === 'PageUp') return 'previous'
  return code === 'KeyW' ? 'close' : undefined
}
