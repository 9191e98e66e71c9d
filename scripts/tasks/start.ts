import { runNode } from '../child.ts'
import { isDashboardBuilt } from '../dashboard/build.ts'
import { inRepository } from '../repository.ts'

/** `npm start`: builds what changed and becomes the server. Resolves with an exit code only when it cannot start. */
export async function start(): Promise<number | undefined> {
  // In a process of its own, so that the memory the build took is not the server's for the rest of its life.
  const code = isDashboardBuilt() ? 0 : await runNode([inRepository('scripts', 'tasks.ts'), 'build'])
  if (code !== 0) return code
  await import('../../apps/server/src/main.ts')
  return undefined
}
