import { type ComponentType, useEffect, useState } from 'react'
import { latePart, useLatePart } from '../lib/late-part.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { toast } from './feedback/toast.ts'

/**
 * A dialog, sheet or the like that is loaded after its page, when it is idle or at once when `isWanted` says so. It is
 * mounted when it is wanted first and stays, so that it can fade.
 */
export function lateLayer<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: (props: Props) => boolean,
): ComponentType<Props> {
  const part = latePart(load)

  return function LateLayer(props: Props) {
    const Loaded = useLatePart(part)
    const isWantedNow = isWanted(props)
    const [wasWanted, setWasWanted] = useState(isWantedNow)
    if (isWantedNow && !wasWanted) setWasWanted(true)
    useEffect(() => {
      if (!isWantedNow) return whenIdle(() => void part.ask().catch(() => undefined))
      part.ask().catch(() =>
        toast({
          id: 'late-part',
          tone: 'warning',
          title: 'This part of the page could not be loaded',
          description: 'Check the connection and try again, or reload the page.',
        }),
      )
    }, [isWantedNow])
    return Loaded && wasWanted && <Loaded {...props} />
  }
}
