import type { SnippetChart } from '@basalt/contract/snippets/snippets.schema.ts'
import type { z } from 'zod'

/** The chart settings saved with a query. */
export type ChartConfig = z.output<typeof SnippetChart>

export const defaultChart: ChartConfig = {
  type: 'bar',
  xKey: '',
  yKey: '',
  cumulative: false,
  showLabels: false,
  showGrid: false,
  logScale: false,
}
