import 'uplot/dist/uPlot.min.css'
import './plot.css'
import { type RefObject, useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { useTheme } from '../../lib/theme.ts'

export const CHART_FONT = '11px Inter Variable, sans-serif'

const tokens = {
  ink: '--ink',
  inkMuted: '--ink-muted',
  inkFaint: '--ink-faint',
  line: '--line',
  brand: '--brand',
  brandSubtle: '--brand-subtle',
  success: '--success',
  warning: '--warning',
  critical: '--critical',
} as const
export type ChartColours = Record<keyof typeof tokens, string>

export interface ChartSize {
  readonly width: number
  readonly height: number
}

/**
 * Keeps a chart in the element that gets the ref, with its size, and makes another when the drawing or the theme changes.
 * @param drawing must keep its identity until it changes
 * @param make puts the chart into the container
 */
export function useChartCanvas<Drawing>(
  drawing: Drawing,
  make: (container: HTMLElement, drawing: Drawing, colours: ChartColours, size: ChartSize) => uPlot,
): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null)
  const maker = useRef(make)
  maker.current = make
  // A canvas cannot use CSS variables, so it is redrawn when the theme changes.
  const { theme } = useTheme()
  useEffect(() => {
    const container = host.current
    if (!container) return
    const plot = maker.current(container, drawing, coloursOf(container, theme), sizeOf(container))
    const fit = () => {
      // The legend of several lines may break.
      const legend = plot.root.querySelector<HTMLElement>('.u-legend')?.offsetHeight
      plot.setSize(sizeOf(container, legend))
    }
    const watching = new ResizeObserver(fit)
    watching.observe(container)
    return () => {
      watching.disconnect()
      plot.destroy()
    }
  }, [drawing, theme])
  return host
}

const LEGEND_HEIGHT = 28
const sizeOf = ({ clientWidth, clientHeight }: HTMLElement, legendHeight = LEGEND_HEIGHT): ChartSize => ({
  width: Math.max(clientWidth, 100),
  height: Math.max(clientHeight - legendHeight, 60),
})

/** `_theme` is the theme that the computed styles depend on. */
function coloursOf(element: HTMLElement, _theme: string): ChartColours {
  const style = getComputedStyle(element)
  return Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]),
  ) as ChartColours
}
