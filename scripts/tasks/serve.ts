import { pathToFileURL } from 'node:url'
import { runNode } from '../child.ts'
import { inRepository } from '../repository.ts'
import { isServerBuilt, serverProgram } from '../server/current-build.ts'

/**
 * Becomes the server, which is built first if a source has changed. Resolves with an exit code only when it cannot start.
 */
export async function serve(): Promise<number | undefined> {
  // In another process, so that the server does not keep the memory of the build.
  const code = isServerBuilt() ? 0 : await runNode([inRepository('scripts', 'tasks.ts'), 'build', 'server'])
  if (code !== 0) return code
  await import(pathToFileURL(serverProgram()).href)
  return undefined
}
