import { can, type ProjectStatus } from '@basalt/contract/projects/status.rules.ts'

/** Why a project cannot be connected to; undefined when it can, or while its status loads. */
export const connectRefusal = (status: ProjectStatus | undefined): string | undefined =>
  status === undefined || can('connect', status)
    ? undefined
    : 'Project is currently not active and cannot be connected'
