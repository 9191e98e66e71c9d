import { runNode } from '../child.ts'
import { isDashboardBuilt } from '../dashboard/build.ts'
import { inRepository } from '../repository.ts'

/** `npm start`: builds what changed and becomes the server. Resolves with an exit code only when it cannot start. */
export async function start(): Promise<number | undefined> {
  // In another process, so that the server does not keep the memory of the build.
  const code = isDashboardBuilt() ? 0 : await runNode([inRepository('scripts', 'tasks.ts'), 'build'])
  if (code !== 0) return code
  await import('../../apps/server/src/main.ts')
  return undefined
}
