import type { ComponentType } from 'react'
import { lazyModule, useLazyModuleWhen } from '../lib/lazy-module.ts'
import { LoadFailure } from './feedback/LoadFailure.tsx'
import { Spinner } from './feedback/Spinner.tsx'

/**
 * Part of a page whose code loads on first render; `prepare` preloads it. If that fails, the panel offers a retry and
 * the rest of the page stays. `what` names it, as in "Loading the grid".
 */
export function lazyPanel<Props extends object>(load: () => Promise<ComponentType<Props>>, what: string) {
  const part = lazyModule(load)

  function LazyPanel(props: Props) {
    const { loaded: Loaded, ...loading } = useLazyModuleWhen(part)
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
  return { LazyPanel, prepare: part.load }
}
