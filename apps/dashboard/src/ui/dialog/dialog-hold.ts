import { createContext, type RefObject, useContext, useEffect } from 'react'

export const DialogHold = createContext<RefObject<boolean> | undefined>(undefined)

/** While held, Escape and clicks outside do not close the surrounding dialog, for example for one-time secrets. */
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
