import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  IMAGE_SECONDS_MAX,
  type Transformation,
} from '@basalt/contract/storage/images.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { blobKey } from '../janitor.ts'
import type { ObjectRow } from '../objects/objects.store.ts'
import { storageError } from '../storage-error.ts'
import type { RenditionCache } from './rendition-cache.ts'

const AT_ONCE = 2
/** Loaded with the first picture: its library for pictures takes as much memory as many a feature. */
const loadSharp = async () => (await import('sharp')).default
const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const
const formats = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const
type Format = (typeof formats)[number]

export type ImageService = ReturnType<typeof imageService>

export interface Rendition {
  bytes: Buffer
  contentType: string
  eTag: string
}

/** Pictures in other sizes and formats. Bytes of objects never change, so neither do results. */
export function imageService({ blobs, cache }: { blobs: BlobStore; cache: RenditionCache }) {
  const making = new Map<string, Promise<Buffer>>()
  const waiting: (() => void)[] = []
  let running = 0

  /** A picture takes much memory while it is made. */
  const inTurn = async <T>(work: () => Promise<T>) => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  const make = (ref: string, object: ObjectRow, wanted: Transformation, format: Format) =>
    inTurn(async () => {
      const bytes = await blobs.read(blobKey(ref, object.version))
      if (!bytes) throw storageError('NoSuchKey')
      const { width, height, resize, quality } = wanted
      const sharp = await loadSharp()
      try {
        return await sharp(await buffer(bytes), { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error' })
          .timeout({ seconds: IMAGE_SECONDS_MAX })
          .rotate()
          .resize({ width, height, fit: fits[resize], withoutEnlargement: resize !== 'fill' })
          .toFormat(format, { quality })
          .toBuffer()
      } catch (cause) {
        throw storageError(
          'InvalidRequest',
          'The picture cannot be read, or is too large to be transformed',
          cause,
        )
      }
    })

  return {
    /** `acceptsWebp` counts where no format is asked for. */
    async render(
      ref: string,
      object: ObjectRow,
      wanted: Transformation,
      acceptsWebp: boolean,
    ): Promise<Rendition> {
      const format = formatOf(object, wanted, acceptsWebp)
      const key = JSON.stringify([ref, object.version, format, wanted])
      const rendition = (bytes: Buffer) => ({
        bytes,
        contentType: `image/${format}`,
        eTag: `"${createHash('md5').update(key).digest('hex')}"`,
      })
      const known = await cache.find(ref, key)
      if (known) return rendition(known)
      const begun = making.get(key) ?? make(ref, object, wanted, format)
      making.set(key, begun)
      try {
        const bytes = await begun
        await cache.keep(ref, key, bytes)
        return rendition(bytes)
      } finally {
        making.delete(key)
      }
    },
  }
}

function formatOf({ metadata }: ObjectRow, { format }: Transformation, acceptsWebp: boolean): Format {
  const own = formats.find((known) => metadata?.mimetype === `image/${known}`)
  if (!own)
    throw storageError('InvalidRequest', 'Only JPEG, PNG, WebP, GIF, AVIF and TIFF pictures are transformed')
  if (metadata.size > IMAGE_BYTES_MAX)
    throw storageError('EntityTooLarge', 'The picture is too large to be transformed')
  if (format === 'origin') return own
  return format ?? (acceptsWebp ? 'webp' : own)
}
