import { type ComponentType, useEffect, useState } from 'react'
import { latePart, useLatePart } from '../../lib/late-part.ts'
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
    const Loaded = useLatePart(part)
    const Failed = useLatePart(failed)
    const [hasFailed, setFailed] = useState(false)
    const [isLoading, setLoading] = useState(false)
    const ask = () => {
      setLoading(true)
      part
        .ask()
        .catch(() => setFailed(true))
        .finally(() => setLoading(false))
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens, and then when somebody tries again
    useEffect(() => {
      const prepare = (one: typeof part | typeof failed) => void one.ask().catch(() => undefined)
      if (!open)
        return whenIdle(() => {
          prepare(failed)
          prepare(part)
        })
      prepare(failed)
      ask()
      return undefined
    }, [open])
    if (!open) return null
    if (Loaded) return <Loaded {...props} />
    return hasFailed && Failed && <Failed {...frame} close={close} retry={ask} isLoading={isLoading} />
  }
}
