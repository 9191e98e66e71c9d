import { type ComponentType, useEffect, useState } from 'react'
import { lazyModule, useLazyModule } from '../lib/lazy-module.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { toast } from './feedback/toast.ts'

/**
 * A dialog, sheet or the like whose code loads when the browser is idle, or at once when `isNeeded` returns true. It is
 * mounted when first needed and stays, so that it can fade out. If it cannot be loaded, each further click tries again.
 */
export function lazyLayer<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isNeeded: (props: Props) => boolean,
): ComponentType<Props> {
  const part = lazyModule(load)

  return function LazyLayer(props: Props) {
    const Loaded = useLazyModule(part)
    const isNeededNow = isNeeded(props)
    const [wasNeeded, setWasNeeded] = useState(isNeededNow)
    if (isNeededNow && !wasNeeded) setWasNeeded(true)
    useEffect(() => {
      if (!isNeededNow) return whenIdle(() => void part.load().catch(() => undefined))
      const need = () =>
        part.load().catch(() =>
          toast({
            id: 'lazy-load',
            tone: 'warning',
            title: 'Failed to load part of this page',
            description: 'Check the connection and try again, or reload the page.',
          }),
        )
      void need()
      // It is open already, as its opener knows it, so that a second click on the opener changes nothing there.
      const retry = () => part.get() === undefined && void need()
      addEventListener('click', retry)
      return () => removeEventListener('click', retry)
    }, [isNeededNow])
    return Loaded && wasNeeded && <Loaded {...props} />
  }
}
