import { createHash } from 'node:crypto'
import {
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  IMAGE_QUALITY,
  IMAGE_SECONDS_MAX,
  type Transformation,
} from '@basalt/contract/storage/images.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import pLimit from 'p-limit'
import { blobKey } from '../janitor.ts'
import { detailsOf, type ObjectDetails } from '../objects/object-details.ts'
import type { ObjectRow } from '../objects/objects.store.ts'
import { storageError } from '../storage-error.ts'
import { FORMAT_BYTES, type ImageFormat, imageFormat } from './image-format.ts'
import type { RenditionCache } from './rendition-cache.ts'

const CONCURRENT_RENDERS = 2
/** Loaded with the first image, because the library needs a lot of memory. */
const loadSharp = async () => (await import('sharp')).default
const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

export type ImageService = ReturnType<typeof imageService>

export interface Rendition {
  bytes: Buffer
  contentType: string
  eTag: string
  /** The details of the original image. */
  details: ObjectDetails
}

/** Renders images in other sizes and formats. Stored bytes never change, so results are cached. */
export function imageService({ blobs, cache }: { blobs: BlobStore; cache: RenditionCache }) {
  const rendering = new Map<string, Promise<Buffer>>()
  /** Rendering needs a lot of memory. */
  const limited = pLimit(CONCURRENT_RENDERS)

  const renderBytes = (
    ref: string,
    { version, size }: ObjectDetails,
    transformation: Transformation,
    acceptsWebp: boolean,
  ) =>
    limited(async () => {
      if (size > IMAGE_BYTES_MAX) throw storageError('EntityTooLarge', 'The image is too large to transform')
      const source = await blobs.read(blobKey(ref, version))
      if (!source) throw storageError('NoSuchKey')
      const { bytes, format } = await imageIn(source)
      const { width, height, resize, quality = IMAGE_QUALITY } = transformation
      const sharp = await loadSharp()
      try {
        return await sharp(bytes, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error' })
          .timeout({ seconds: IMAGE_SECONDS_MAX })
          .rotate()
          .resize({ width, height, fit: fits[resize], withoutEnlargement: resize !== 'fill' })
          .toFormat(formatOf(format, transformation, acceptsWebp), { quality })
          .toBuffer()
      } catch (cause) {
        throw storageError('InvalidRequest', 'The image cannot be read or is too large to transform', cause)
      }
    })

  return {
    /** `acceptsWebp` applies when no format is requested. */
    async render(
      ref: string,
      object: ObjectRow,
      transformation: Transformation,
      acceptsWebp: boolean,
    ): Promise<Rendition> {
      const details = detailsOf(object)
      if (!details) throw storageError('NoSuchKey')
      const key = JSON.stringify([
        ref,
        details.version,
        transformation,
        transformation.format === undefined && acceptsWebp,
      ])
      const rendition = (bytes: Buffer) => ({
        bytes,
        details,
        contentType: `image/${imageFormat(bytes)}`,
        eTag: `"${createHash('md5').update(key).digest('hex')}"`,
      })
      const cached = await cache.get(ref, key)
      if (cached) return rendition(cached)
      const rendered = rendering.get(key) ?? renderBytes(ref, details, transformation, acceptsWebp)
      rendering.set(key, rendered)
      try {
        const bytes = await rendered
        await cache.put(ref, key, bytes)
        return rendition(bytes)
      } finally {
        rendering.delete(key)
      }
    },
  }
}

function formatOf(own: ImageFormat, { format }: Transformation, acceptsWebp: boolean): ImageFormat {
  if (format === 'origin') return own
  return format ?? (acceptsWebp ? 'webp' : own)
}

/** The bytes and format of an image. Stops reading early if the file is not an image. */
async function imageIn(source: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = []
  let format: ImageFormat | undefined
  for await (const chunk of source) {
    chunks.push(chunk)
    format ??= imageFormat(chunks.length === 1 ? chunk : Buffer.concat(chunks))
    if (!format && chunks.reduce((sum, { length }) => sum + length, 0) >= FORMAT_BYTES) break
  }
  if (!format)
    throw storageError('InvalidRequest', 'Only JPEG, PNG, WebP, GIF, AVIF and TIFF images can be transformed')
  return { bytes: Buffer.concat(chunks), format }
}
