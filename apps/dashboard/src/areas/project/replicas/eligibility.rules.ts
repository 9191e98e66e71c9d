import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { REPLICAS_MAX } from '@basalt/contract/replicas/replicas.rules.ts'
import { formatBytes } from '../../../lib/bytes.ts'

/** A replica is given this much of the primary's size: its own log comes on top of the copy. */
const DISK_FACTOR = 1.25

/** Why a project can have no further replica now, one sentence for each reason. */
export function obstaclesOf({
  status,
  plan,
  count,
  disk,
}: {
  status: ProjectStatus
  /** Undefined until it is known. */
  plan: PlanId | undefined
  count: number
  /** Bytes, and whether a copy shares its blocks with the primary; undefined until they are known. */
  disk: { free: number; primary: number; sharesBlocks: boolean } | undefined
}): string[] {
  const needed = disk && disk.primary * DISK_FACTOR
  return [
    plan === 'free' && 'The Free plan has no read replicas. Change the plan of the organization first.',
    status !== 'ACTIVE_HEALTHY' && 'Read replicas can be created while the project is healthy.',
    count >= REPLICAS_MAX && `A project can have ${REPLICAS_MAX} read replicas. Drop one first.`,
    disk !== undefined &&
      needed !== undefined &&
      !disk.sharesBlocks &&
      needed > disk.free &&
      `A read replica needs about ${formatBytes(needed)}, and the disk has ${formatBytes(disk.free)} free.`,
  ].filter((text) => text !== false)
}
