import { type ComponentType, useEffect } from 'react'
import { lazyModule, useLazyModule, useLazyModuleWhen } from '../../lib/lazy-module.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import type { DialogProps } from './Dialog.tsx'

interface LazyProps {
  open: boolean
  close: () => void
}

/** Loaded before any failure, because what keeps a dialog from loading would also affect this. */
const failed = lazyModule(() => import('./FailedDialog.tsx').then((module) => module.FailedDialog))

/**
 * A dialog whose code loads when the browser is idle, or at once when it opens. If that fails, a dialog with the same
 * title offers a retry.
 */
export function lazyDialog<Props extends LazyProps>(
  load: () => Promise<ComponentType<Props>>,
  frame: Pick<DialogProps, 'title' | 'size'>,
): ComponentType<Props> {
  const part = lazyModule(load)

  return function LazyDialog(props: Props) {
    const { open, close } = props
    const { loaded: Loaded, ...loading } = useLazyModuleWhen(part, open)
    const Failed = useLazyModule(failed)
    useEffect(() => {
      const prepare = (one: typeof part | typeof failed) => void one.load().catch(() => undefined)
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
