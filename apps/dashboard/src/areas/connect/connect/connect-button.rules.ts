import { can, type ProjectStatus } from '@basalt/contract/projects/status.rules.ts'

/** Why one cannot connect to a project now; undefined when one can, or while its status is on the way. */
export const connectRefusal = (status: ProjectStatus | undefined): string | undefined =>
  status === undefined || can('connect', status)
    ? undefined
    : 'Project is currently not active and cannot be connected'
