import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { repository } from '../repository.ts'
import { sourcesDigest } from '../sources-digest.ts'

/** The newest build, which describes itself in a file beside it. */
export interface Build {
  /** The name of its folder among the builds. */
  readonly folder: string
  /** Of its inputs. */
  readonly digest: string
  /** Every file that it was made of, as a path in the repository. */
  readonly inputs: readonly string[]
}

export const buildsIn = (root: string) => path.join(root, 'apps', 'server', 'dist')
export const newestFile = (root: string) => path.join(buildsIn(root), 'newest.json')

/** Whether the newest build was made of the files as they are now. It reads them, which takes 20 ms. */
export function isServerBuilt(root = repository): boolean {
  const build = newestBuild(root)
  if (!build || !existsSync(programOf(root, build))) return false
  try {
    return build.digest === sourcesDigest(build.inputs, (file) => readFileSync(path.join(root, file)))
  } catch (error) {
    // One of them has been removed or renamed since.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** The path of the program in the newest build. */
export function serverProgram(root = repository): string {
  const build = newestBuild(root)
  if (!build) throw new Error('The server has not been built')
  return programOf(root, build)
}

const programOf = (root: string, { folder }: Build) => path.join(buildsIn(root), folder, 'main.js')

export function newestBuild(root: string): Build | undefined {
  const file = newestFile(root)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Build) : undefined
}
