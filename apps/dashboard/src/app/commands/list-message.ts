import { useEffect, useState } from 'react'
import { PICKER_SEARCH_DEBOUNCE_MS } from '../shell/switchers/picker.rules.ts'

interface QueryState {
  isPending: boolean
  isError: boolean
  isPlaceholderData: boolean
}

/** The message in place of an empty list. */
export function listMessage(
  { isPending, isError, isPlaceholderData }: QueryState,
  isTyping: boolean,
  what: string,
) {
  if (isError) return `Failed to load ${what}`
  return isPending || isPlaceholderData || isTyping ? `Loading ${what}…` : `No ${what} found`
}

/** The text after a pause in typing. */
export function useDebounced(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PICKER_SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
