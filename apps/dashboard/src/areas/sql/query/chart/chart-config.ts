import type { SnippetChart } from '@basalt/contract/snippets/snippets.schema.ts'
import type { z } from 'zod'

/** How a result is drawn, as it is saved with its query. */
export type ChartConfig = z.output<typeof SnippetChart>

export const plainChart: ChartConfig = {
  type: 'bar',
  xKey: '',
  yKey: '',
  cumulative: false,
  showLabels: false,
  showGrid: false,
  logScale: false,
}
