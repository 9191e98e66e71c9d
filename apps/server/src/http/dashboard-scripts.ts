import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Served for a year, because a new build gives changed files other names. */
export const FOR_A_YEAR = 'public, max-age=31536000, immutable'
/** Below `/`, and in the folder of the build. */
export const ASSETS = 'assets'
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const COMPRESSED = '.br'
/** Accepts brotli, unless it says `br;q=0`. */
const BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/**
 * Serves the scripts and styles of a built dashboard from memory, each read when it is first requested. A page loads a
 * hundred and more of them, and reading one from disk for each request takes several times as long as sending it.
 */
export function addDashboardScripts(app: FastifyInstance, folder: string) {
  const names = new Set(readdirSync(path.join(folder, ASSETS)))
  const read = new Map<string, Buffer>()
  const contentOf = async (name: string) => {
    const content = read.get(name) ?? (await readUnlessReplaced(path.join(folder, ASSETS, name)))
    if (content) read.set(name, content)
    return content
  }
  app.get<{ Params: { name: string } }>(`/${ASSETS}/:name`, async ({ params: { name }, headers }, reply) => {
    const type = TYPES[path.extname(name)]
    const compressed = `${name}${COMPRESSED}`
    const isCompressed = names.has(compressed) && BROTLI.test(headers['accept-encoding'] ?? '')
    const content =
      type !== undefined && names.has(name) && (await contentOf(isCompressed ? compressed : name))
    // Fonts and the like, and what does not exist.
    if (!content) return reply.sendFile(`${ASSETS}/${name}`)
    if (isCompressed) reply.header('content-encoding', 'br')
    return reply
      .type(type)
      .header('cache-control', FOR_A_YEAR)
      .header('vary', 'accept-encoding')
      .send(content)
  })
}

/** The content of a file; undefined once another build has replaced it. */
async function readUnlessReplaced(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
