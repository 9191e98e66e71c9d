import type { ComponentType } from 'react'
import { latePart, useWantedPart } from '../lib/late-part.ts'
import { LoadFailure } from './feedback/LoadFailure.tsx'
import { Spinner } from './feedback/Spinner.tsx'

/**
 * Part of a page whose code loads on first render; `prepare` preloads it. If that fails, the panel offers a retry and
 * the rest of the page stays. `what` names it, as in "Loading the grid".
 */
export function latePanel<Props extends object>(load: () => Promise<ComponentType<Props>>, what: string) {
  const part = latePart(load)

  function LatePanel(props: Props) {
    const { loaded: Loaded, ...loading } = useWantedPart(part)
    if (Loaded) return <Loaded {...props} />
    return (
      <div className="grid h-full place-items-center p-4">
        {loading.attempts > 0 ? (
          <LoadFailure title={`Failed to load ${what}`} {...loading} />
        ) : (
          <Spinner label={`Loading ${what}`} />
        )}
      </div>
    )
  }
  return { LatePanel, prepare: part.ask }
}
