import { useMemo, useState } from 'react'
import { type ChartConfig, defaultChart } from './chart-config.ts'
import type { ChartState } from './chart-context.ts'

/** The saved chart of a document. Without it a chart lasts only as long as the page. */
export interface DocumentChart {
  readonly saved: ChartConfig | undefined
  /** Omitted for users who cannot change the document. Rejects when saving failed. */
  readonly save?: ((config: ChartConfig) => Promise<void>) | undefined
}

/** The chart of a document. A change applies immediately and is reverted when saving fails. */
export function useChart({ saved, save }: DocumentChart = { saved: undefined }): ChartState {
  const [isVisible, setVisible] = useState(false)
  const [chosen, setChosen] = useState<ChartConfig>()
  const config = chosen ?? saved ?? defaultChart
  return useMemo(
    () => ({
      config,
      isVisible,
      setVisible,
      change: (next) => {
        setChosen(next)
        // `save` reports its failure itself.
        save?.(next).catch(() => setChosen((current) => (current === next ? undefined : current)))
      },
    }),
    [config, isVisible, save],
  )
}
