import { runNode } from '../child.ts'
import { isDashboardBuilt } from '../dashboard/build.ts'
import { inRepository } from '../repository.ts'
import { serve } from './serve.ts'

/** `npm start`: builds what changed and becomes the server. Resolves with an exit code only when it cannot start. */
export async function start(): Promise<number | undefined> {
  // In another process, so that the server does not keep the memory of the build.
  const code = isDashboardBuilt()
    ? 0
    : await runNode([inRepository('scripts', 'tasks.ts'), 'build', 'dashboard'])
  return code === 0 ? serve() : code
}
