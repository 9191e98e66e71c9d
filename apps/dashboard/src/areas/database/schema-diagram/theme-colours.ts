import { drawnColours } from './drawing.rules.ts'
import type { Colours } from './svg.rules.ts'

/** The colours of the page's theme as hexadecimal numbers, which every program reads. */
export function themeColours(): Colours {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const style = getComputedStyle(document.documentElement)
  const hexOf = (name: string) => {
    context.fillStyle = style.getPropertyValue(`--${name}`)
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    return `#${[red, green, blue].map((part) => part!.toString(16).padStart(2, '0')).join('')}`
  }
  return Object.fromEntries(drawnColours.map((name) => [name, hexOf(name)])) as Colours
}
