import type { ComponentType } from 'react'
import { latePart, useWantedPart } from '../lib/late-part.ts'
import { ErrorPanel } from './feedback/ErrorPanel.tsx'
import { Spinner } from './feedback/Spinner.tsx'

/**
 * A part of a page whose code is loaded when it is shown first; `prepare` loads it ahead. Where that fails, the part says
 * so in its place and tries again, and the rest of the page stays.
 * @param what it is, as in "Loading the grid"
 */
export function latePanel<Props extends object>(load: () => Promise<ComponentType<Props>>, what: string) {
  const part = latePart(load)

  function LatePanel(props: Props) {
    const { loaded: Loaded, hasFailed, isLoading, retry } = useWantedPart(part)
    if (Loaded) return <Loaded {...props} />
    return (
      <div className="grid h-full place-items-center p-4">
        {hasFailed ? (
          <ErrorPanel
            title={`Failed to load ${what}`}
            message="Check the connection and try again. Nothing else on the page is lost."
            onRetry={retry}
            retrying={isLoading}
          />
        ) : (
          <Spinner label={`Loading ${what}`} />
        )}
      </div>
    )
  }
  return { LatePanel, prepare: part.ask }
}
