import { useEffect, useEffectEvent, useRef } from 'react'
import { goToStep } from './go-to.rules.ts'

/** What has a use of its own for single letters. */
const TYPED_INTO =
  'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="menu"], [role="listbox"], [role="grid"], [role="dialog"], [role="alertdialog"], [role="combobox"], .cm-editor'

/** Hears G and the letter that follows it. */
export function useGoToKeys(isOn: boolean, go: (letter: string) => void) {
  const armedAt = useRef<number>(undefined)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    const { key, metaKey, ctrlKey, altKey, timeStamp: at, target } = event
    const isTyped = target instanceof Element && target.closest(TYPED_INTO) !== null
    const step = goToStep(armedAt.current, { key, isModified: metaKey || ctrlKey || altKey, isTyped, at })
    armedAt.current = step.armedAt
    if (step.letter !== undefined) go(step.letter)
  })
  useEffect(() => {
    if (!isOn) return
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
}
