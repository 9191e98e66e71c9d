import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createBranch, listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
import { MCP_BRANCH_WAIT_MS } from '@basalt/contract/mcp/mcp.rules.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { AppError } from '../../http/app-error.ts'
import type { CallEndpoint } from '../../http/on-behalf.ts'

const POLL_MS = 50
const NAME_DIGITS = 12

/** The branch that belongs to one session of an agent. */
export interface OwnBranch {
  /** Undefined before the session has changed anything. */
  find(): Promise<Project | undefined>
  /**
   * Makes it of the project as it is now, unless there is one. Throws what creating a branch throws, and `instance_unavailable`
   * when its database does not come up.
   */
  make(): Promise<Project>
}

/**
 * The branch of a session is found by its name, which is derived from the session, so that it needs no storage and
 * survives a restart of the server. `call` calls the platform with the caller's permissions.
 */
export function ownBranch(
  call: CallEndpoint,
  { ref, userId, sessionId }: { ref: string; userId: string; sessionId: string },
): OwnBranch {
  const name = `agent-${createHash('sha256').update(`${userId} ${sessionId}`).digest('hex').slice(0, NAME_DIGITS)}`
  const refOfBranch = async () => {
    const branches = await call(listBranches, { params: { ref }, query: {} }, { isUnrecorded: true })
    return branches.find((branch) => branch.name === name)?.project_ref
  }
  const create = async () => {
    try {
      return (await call(createBranch, { params: { ref }, query: {}, body: { branch_name: name } }))
        .project_ref
    } catch (error) {
      // Another call of the session may have made it since.
      const made = await refOfBranch()
      if (made === undefined) throw error
      return made
    }
  }
  return {
    async find() {
      const branch = await refOfBranch()
      return branch === undefined ? undefined : whenUp(call, branch)
    },
    make: async () => whenUp(call, (await refOfBranch()) ?? (await create())),
  }
}

/** The project of a branch, once its database has been copied. */
async function whenUp(call: CallEndpoint, ref: string): Promise<Project> {
  const deadline = Date.now() + MCP_BRANCH_WAIT_MS
  for (;;) {
    const project = await call(getProject, { params: { ref } }, { isUnrecorded: true })
    if (project.status === 'ACTIVE_HEALTHY') return project
    if (project.status !== 'COMING_UP')
      throw new AppError(
        'instance_unavailable',
        `The branch ${project.name} of this session is not running (${project.status}). Delete it to begin with a new one.`,
      )
    if (Date.now() > deadline)
      throw new AppError(
        'instance_unavailable',
        `The branch ${project.name} is still being copied. Try again later.`,
      )
    await setTimeout(POLL_MS)
  }
}
