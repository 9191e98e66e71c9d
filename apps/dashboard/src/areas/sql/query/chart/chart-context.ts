import { createContext } from 'react'
import { type ChartConfig, defaultChart } from './chart-config.ts'

/** A query's chart and whether it is visible. */
export interface ChartState {
  readonly config: ChartConfig
  readonly isVisible: boolean
  readonly setVisible: (isVisible: boolean) => void
  readonly change: (config: ChartConfig) => void
}

/** Belongs to the query, not to one of its results: all results of a script share the chart settings. */
export const ChartContext = createContext<ChartState>({
  config: defaultChart,
  isVisible: false,
  setVisible: () => undefined,
  change: () => undefined,
})
