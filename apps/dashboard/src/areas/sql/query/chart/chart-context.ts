import { createContext } from 'react'
import { type ChartConfig, plainChart } from './chart-config.ts'

/** How the results of a query are drawn, and whether they are. */
export interface ChartPlace {
  readonly config: ChartConfig
  readonly isShown: boolean
  readonly show: (isShown: boolean) => void
  readonly change: (config: ChartConfig) => void
}

/** What belongs to the query and not to one of its results: every result of a script is drawn the same way. */
export const ChartContext = createContext<ChartPlace>({
  config: plainChart,
  isShown: false,
  show: () => undefined,
  change: () => undefined,
})
