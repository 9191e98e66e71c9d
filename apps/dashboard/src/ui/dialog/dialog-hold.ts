import { createContext, type RefObject, useContext, useEffect } from 'react'

export const DialogHold = createContext<RefObject<boolean> | undefined>(undefined)

/** While held, a stray press or key does not close the dialog around: for what is shown this once. */
export function useHoldDialog(isHeld = true) {
  const hold = useContext(DialogHold)
  useEffect(() => {
    if (!hold) return
    hold.current = isHeld
    return () => {
      hold.current = false
    }
  }, [hold, isHeld])
}
