import { z } from 'zod'

export const IMAGE_SIDE_MAX = 2500
/** Bytes of the file to transform. */
export const IMAGE_BYTES_MAX = 25 * 1024 * 1024
/** Pixels of the image to transform, against decompression bombs. */
export const IMAGE_PIXELS_MAX = 50_000_000
export const IMAGE_SECONDS_MAX = 20
export const IMAGE_QUALITY = 80

const Side = z.coerce.number().int().min(1).max(IMAGE_SIDE_MAX)

/** How to transform an image. `origin` keeps its format; without a format, browsers that support WebP get WebP. */
export const Transformation = z.object({
  width: Side.optional(),
  height: Side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  format: z.enum(['origin', 'webp', 'avif']).optional(),
  /** From 20 to 100; IMAGE_QUALITY by default. */
  quality: z.coerce.number().int().min(20).max(100).optional(),
})
export type Transformation = z.output<typeof Transformation>
