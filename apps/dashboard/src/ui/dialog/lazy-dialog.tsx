import { type ComponentType, useEffect } from 'react'
import { latePart, useLatePart, useWantedPart } from '../../lib/late-part.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import type { DialogProps } from './Dialog.tsx'

interface LazyProps {
  open: boolean
  close: () => void
}

/** Loaded before any failure, because what keeps a dialog from loading would also affect this. */
const failed = latePart(() => import('./FailedDialog.tsx').then((module) => module.FailedDialog))

/**
 * A dialog whose code loads when the browser is idle, or at once when it opens. If that fails, a dialog with the same
 * title offers a retry.
 */
export function lazyDialog<Props extends LazyProps>(
  load: () => Promise<ComponentType<Props>>,
  frame: Pick<DialogProps, 'title' | 'size'>,
): ComponentType<Props> {
  const part = latePart(load)

  return function LazyDialog(props: Props) {
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
