import { useMemo, useState } from 'react'
import { type ChartConfig, plainChart } from './chart-config.ts'
import type { ChartPlace } from './chart-context.ts'

/** What a document knows of its chart. Without it a chart lasts as long as the page. */
export interface DocumentChart {
  readonly saved: ChartConfig | undefined
  /** Left out for users who cannot change the document. Rejects when it could not be saved. */
  readonly save?: ((config: ChartConfig) => Promise<void>) | undefined
}

/** The chart of a document: what is chosen shows at once, and is taken back when it could not be saved. */
export function useChart({ saved, save }: DocumentChart = { saved: undefined }): ChartPlace {
  const [isShown, show] = useState(false)
  const [chosen, setChosen] = useState<ChartConfig>()
  const config = chosen ?? saved ?? plainChart
  return useMemo(
    () => ({
      config,
      isShown,
      show,
      change: (next) => {
        setChosen(next)
        // The one who saves says why it failed.
        save?.(next).catch(() => setChosen((current) => (current === next ? undefined : current)))
      },
    }),
    [config, isShown, save],
  )
}
