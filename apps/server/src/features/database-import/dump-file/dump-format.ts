import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { AppError } from '../../../http/app-error.ts'

/** Bytes that tell the formats apart; those of tar stand at 257. */
const HEAD_BYTES = 512

const TOOL: readonly { test: (head: Buffer) => boolean; message: string }[] = [
  {
    test: (head) => head.subarray(0, 5).toString('latin1') === 'PGDMP',
    message:
      'This is a dump in the custom format. Convert it with: pg_restore --no-owner --file=dump.sql FILE',
  },
  {
    test: (head) => head.subarray(257, 262).toString('latin1') === 'ustar',
    message:
      'This is a tar archive. If pg_dump wrote it, convert it with: pg_restore --no-owner --file=dump.sql FILE',
  },
  {
    test: (head) => head.readUInt32BE(0) === 0x28b52ffd,
    message: 'This file is compressed with zstd. Decompress it with: unzstd FILE',
  },
  {
    test: (head) => head.subarray(0, 2).toString('latin1') === 'PK',
    message: 'This is a zip archive. Upload the SQL file that it contains, or compress that with gzip.',
  },
  {
    test: (head) => head.subarray(0, 6).toString('latin1') === '\xfd7zXZ\0',
    message: 'This file is compressed with xz. Decompress it with: unxz FILE',
  },
]

const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b

/**
 * The SQL of a dump file, decompressed when it is gzip. Throws `validation_failed` for an empty file and for other formats,
 * with the command that converts them.
 */
export async function* plainSql(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, all } = await peek(file)
  if (head.length === 0) throw new AppError('validation_failed', 'The file is empty.')
  if (!isGzip(head)) {
    refuseOtherFormats(head)
    return yield* all
  }
  const unzipped = gunzipped(all)
  const inner = await peek(unzipped)
  refuseOtherFormats(inner.head)
  yield* inner.all
}

function refuseOtherFormats(head: Buffer) {
  const padded = Buffer.concat([head, Buffer.alloc(HEAD_BYTES)])
  const found = TOOL.find(({ test }) => test(padded))
  if (found) throw new AppError('validation_failed', found.message)
  if (head.subarray(0, HEAD_BYTES).includes(0))
    throw new AppError(
      'validation_failed',
      'This file is not SQL. Dump the database with pg_dump --format=plain.',
    )
}

async function* gunzipped(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const output = new PassThrough()
  const work = pipeline(Readable.from(file), createGunzip(), output)
  work.catch(() => undefined)
  try {
    yield* output as AsyncIterable<Buffer>
    await work
  } catch (cause) {
    if (!/^Z_/.test((cause as { code?: string }).code ?? '')) throw cause
    throw new AppError(
      'validation_failed',
      'The gzip file is damaged or cut off. Copy or compress it again.',
      {
        cause,
      },
    )
  }
}

/** The beginning of a stream, and the whole stream. */
async function peek(file: AsyncIterable<Buffer>) {
  const chunks = file[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (head.length < HEAD_BYTES) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  async function* all() {
    if (head.length > 0) yield head
    for (;;) {
      const next = await chunks.next()
      if (next.done) return
      yield next.value
    }
  }
  return { head, all: all() }
}
