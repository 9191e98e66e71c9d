import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Deployment } from '@basalt/contract/releases/releases.schema.ts'

const run = promisify(execFile)

/** The commit that is checked out; null without git or outside a checkout. */
export async function deploymentOf(repository: string): Promise<Deployment> {
  try {
    const { stdout } = await run('git', ['log', '-1', '--format=%H %cI'], { cwd: repository })
    const [commitSha = null, commitTime = null] = stdout.trim().split(' ')
    return { commitSha, commitTime }
  } catch {
    return { commitSha: null, commitTime: null }
  }
}
