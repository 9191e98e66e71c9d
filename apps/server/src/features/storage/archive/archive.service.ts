import { Readable } from 'node:stream'
import { FOLDER_PLACEHOLDER } from '@basalt/contract/storage/names.rules.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { FastifyReply } from 'fastify'
import { attachment } from '../../../http/attachment.ts'
import type { DatabaseCaller } from '../../../platform/project-databases/database-caller.ts'
import { type ZipEntry, zipStream } from '../../../platform/zip-stream.ts'
import type { Catalog } from '../catalog.ts'
import { blobKey, isVersion } from '../janitor.ts'
import { objectsBelow } from '../objects/objects-below.store.ts'
import { storageError } from '../storage-error.ts'
import { entryNames } from './entry-names.ts'

/** The archive entry that lists files which could not be read. */
const FAILURES_NAME = 'not-downloaded.txt'

export interface Selection {
  ref: string
  caller: DatabaseCaller
  bucket: string
  /** Paths of folders and objects; an empty path is the whole bucket. */
  paths: readonly string[]
}

export type ArchiveService = ReturnType<typeof archiveService>

/** Streams folders and selections as a zip archive. */
export function archiveService({ blobs, catalog }: { blobs: BlobStore; catalog: Catalog }) {
  const pageOf = ({ ref, caller, bucket, paths }: Selection, after: string) =>
    catalog.as(ref, caller, (rows) => objectsBelow(rows, bucket, paths, after))

  async function* entriesOf(selection: Selection): AsyncGenerator<ZipEntry> {
    const failed: string[] = []
    const nameIn = entryNames()
    for (let after = ''; ; ) {
      const page = await pageOf(selection, after)
      for (const { name, version, updated_at } of page) {
        if (name.endsWith(FOLDER_PLACEHOLDER)) continue
        const bytes = isVersion(version) ? await blobs.read(blobKey(selection.ref, version)) : undefined
        if (bytes) yield { name: nameIn(name), modified: new Date(updated_at), bytes }
        else failed.push(name)
      }
      const last = page.at(-1)
      if (!last) break
      after = last.name
    }
    if (failed.length > 0)
      yield {
        name: FAILURES_NAME,
        modified: new Date(),
        bytes: Readable.from([Buffer.from(failed.join('\n'))]),
      }
  }

  /** Throws NoSuchKey when the selection contains nothing. */
  const mustNotBeEmpty = async (selection: Selection) => {
    if ((await pageOf(selection, '')).length === 0) throw storageError('NoSuchKey')
  }

  return {
    mustNotBeEmpty,

    async send(selection: Selection, name: string, reply: FastifyReply) {
      await mustNotBeEmpty(selection)
      return reply
        .type('application/zip')
        .header('content-disposition', attachment(name))
        .send(Readable.from(zipStream(entriesOf(selection)), { objectMode: false }))
    },
  }
}
