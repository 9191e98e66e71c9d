import { type ComponentType, useEffect } from 'react'
import { latePart, useLatePart, useWantedPart } from '../../lib/late-part.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import type { DialogProps } from './Dialog.tsx'

interface LateProps {
  open: boolean
  close: () => void
}

/** Loaded ahead of any failure: what keeps a dialog from loading would keep this as well. */
const failed = latePart(() => import('./FailedDialog.tsx').then((module) => module.FailedDialog))

/**
 * A dialog that is loaded after its page, when it is idle or at once when it opens. Where that fails, a dialog of the same
 * name says so and tries again, and the page behind it stays.
 */
export function lateDialog<Props extends LateProps>(
  load: () => Promise<ComponentType<Props>>,
  frame: Pick<DialogProps, 'title' | 'size'>,
): ComponentType<Props> {
  const part = latePart(load)

  return function LateDialog(props: Props) {
    const { open, close } = props
    const { loaded: Loaded, ...loading } = useWantedPart(part, open)
    const Failed = useLatePart(failed)
    useEffect(() => {
      const prepare = (one: typeof part | typeof failed) => void one.ask().catch(() => undefined)
      if (open) return prepare(failed)
      return whenIdle(() => {
        prepare(failed)
        prepare(part)
      })
    }, [open])
    if (!open) return null
    if (Loaded) return <Loaded {...props} />
    return loading.attempts > 0 && Failed && <Failed {...frame} {...loading} close={close} />
  }
}
