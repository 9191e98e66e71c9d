import { createHash } from 'node:crypto'
import {
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  IMAGE_QUALITY,
  IMAGE_SECONDS_MAX,
  type Transformation,
} from '@basalt/contract/storage/images.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { blobKey } from '../janitor.ts'
import { factsOf, type ObjectFacts } from '../objects/object-facts.ts'
import type { ObjectRow } from '../objects/objects.store.ts'
import { storageError } from '../storage-error.ts'
import { FORMAT_BYTES, type PictureFormat, pictureFormat } from './picture-format.ts'
import type { RenditionCache } from './rendition-cache.ts'

const AT_ONCE = 2
/** Loaded with the first picture: its library for pictures takes as much memory as many a feature. */
const loadSharp = async () => (await import('sharp')).default
const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

export type ImageService = ReturnType<typeof imageService>

export interface Rendition {
  bytes: Buffer
  contentType: string
  eTag: string
  /** The facts of the original picture. */
  facts: ObjectFacts
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

  const make = (ref: string, { version, size }: ObjectFacts, wanted: Transformation, acceptsWebp: boolean) =>
    inTurn(async () => {
      if (size > IMAGE_BYTES_MAX)
        throw storageError('EntityTooLarge', 'The picture is too large to be transformed')
      const source = await blobs.read(blobKey(ref, version))
      if (!source) throw storageError('NoSuchKey')
      const { bytes, format } = await pictureIn(source)
      const { width, height, resize, quality = IMAGE_QUALITY } = wanted
      const sharp = await loadSharp()
      try {
        return await sharp(bytes, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error' })
          .timeout({ seconds: IMAGE_SECONDS_MAX })
          .rotate()
          .resize({ width, height, fit: fits[resize], withoutEnlargement: resize !== 'fill' })
          .toFormat(formatOf(format, wanted, acceptsWebp), { quality })
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
      const facts = factsOf(object)
      if (!facts) throw storageError('NoSuchKey')
      const key = JSON.stringify([ref, facts.version, wanted, wanted.format === undefined && acceptsWebp])
      const rendition = (bytes: Buffer) => ({
        bytes,
        facts,
        contentType: `image/${pictureFormat(bytes)}`,
        eTag: `"${createHash('md5').update(key).digest('hex')}"`,
      })
      const known = await cache.find(ref, key)
      if (known) return rendition(known)
      const begun = making.get(key) ?? make(ref, facts, wanted, acceptsWebp)
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

function formatOf(own: PictureFormat, { format }: Transformation, acceptsWebp: boolean): PictureFormat {
  if (format === 'origin') return own
  return format ?? (acceptsWebp ? 'webp' : own)
}

/** All bytes of a picture and its format. Reads only the first bytes of a file that is not a picture. */
async function pictureIn(source: AsyncIterable<Uint8Array>) {
  const pieces: Uint8Array[] = []
  let format: PictureFormat | undefined
  for await (const piece of source) {
    pieces.push(piece)
    format ??= pictureFormat(pieces.length === 1 ? piece : Buffer.concat(pieces))
    if (!format && pieces.reduce((sum, { length }) => sum + length, 0) >= FORMAT_BYTES) break
  }
  if (!format)
    throw storageError('InvalidRequest', 'Only JPEG, PNG, WebP, GIF, AVIF and TIFF pictures are transformed')
  return { bytes: Buffer.concat(pieces), format }
}
