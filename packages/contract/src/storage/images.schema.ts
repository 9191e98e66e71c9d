import { z } from 'zod'

export const IMAGE_SIDE_MAX = 2500
/** Of the file that is transformed. */
export const IMAGE_BYTES_MAX = 25 * 1024 * 1024
/** Of the picture that is transformed, so that a small file cannot unpack to a huge one. */
export const IMAGE_PIXELS_MAX = 50_000_000
export const IMAGE_SECONDS_MAX = 20
export const IMAGE_QUALITY = 80

const Side = z.coerce.number().int().min(1).max(IMAGE_SIDE_MAX)

/** How a picture is changed. `origin` keeps its format; without a format, browsers that know WebP get WebP. */
export const Transformation = z.object({
  width: Side.optional(),
  height: Side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  format: z.enum(['origin', 'webp', 'avif']).optional(),
  /** From 20 to 100; IMAGE_QUALITY unless said. */
  quality: z.coerce.number().int().min(20).max(100).optional(),
})
export type Transformation = z.output<typeof Transformation>
