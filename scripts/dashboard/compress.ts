import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const brotli = promisify(brotliCompress)

const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.map', '.wasm'])
/** Below this many bytes the response fits one packet either way. */
const COMPRESSED_MIN_BYTES = 1024
/** 9 of 11: the last two levels take ten times as long for two per cent. */
const QUALITY = 9

/** Writes `<file>.br` beside every text file of a folder, so that the server never compresses during a request. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(path.extname(entry.name)))
    .map((entry) => path.join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file: string) {
  const content = await readFile(file)
  if (content.length < COMPRESSED_MIN_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${file}.br`, await brotli(content, { params }))
}
