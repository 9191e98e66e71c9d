import type { ReactNode } from 'react'
import { toastFloor } from '../feedback/toast-floor.ts'

/** The buttons of a dialog or sheet, primary action last. `aside` goes at the other end. */
export function DialogFooter({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <footer ref={toastFloor} className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3">
      {aside && <div className="text-ink-muted text-sm">{aside}</div>}
      <div className="ml-auto flex gap-2">{children}</div>
    </footer>
  )
}
