import type { Drawing } from './drawing.rules.ts'
import { type Colours, drawnFonts } from './svg.rules.ts'

/** Browsers refuse larger canvases. */
const SIDE_MAX = 16_384
const AREA_MAX = 134_000_000
const SCALE = 2

/** Paints a drawing at twice its size, or smaller when it is too large for a canvas, as a PNG file. */
export async function pngOf({ width, height, shapes }: Drawing, colours: Colours): Promise<Blob> {
  // Fonts that the page has not used yet are not loaded.
  await Promise.all(
    Object.values(drawnFonts).map(({ family, size, weight }) =>
      document.fonts.load(`${weight} ${size}px '${family}'`),
    ),
  )
  const scale = Math.min(SCALE, SIDE_MAX / width, SIDE_MAX / height, Math.sqrt(AREA_MAX / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(width * scale)
  canvas.height = Math.floor(height * scale)
  const context = canvas.getContext('2d')!
  context.scale(scale, scale)
  for (const shape of shapes) {
    if (shape.kind === 'text') {
      const { family, fallback, size, weight } = drawnFonts[shape.font]
      context.font = `${weight} ${size}px '${family}', ${fallback}`
      context.textAlign = shape.isRight ? 'right' : 'left'
      context.fillStyle = colours[shape.colour]
      context.fillText(shape.text, shape.at.x, shape.at.y)
    } else if (shape.kind === 'path') {
      context.strokeStyle = colours[shape.stroke]
      context.stroke(new Path2D(shape.path))
    } else {
      context.beginPath()
      context.roundRect(shape.at.x, shape.at.y, shape.width, shape.height, shape.radius)
      context.fillStyle = colours[shape.fill]
      context.fill()
      if (!shape.stroke) continue
      context.setLineDash(shape.isDashed ? [4, 3] : [])
      context.strokeStyle = colours[shape.stroke]
      context.stroke()
      context.setLineDash([])
    }
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The browser could not paint a picture of this size. Download the SVG instead.')
  return blob
}
