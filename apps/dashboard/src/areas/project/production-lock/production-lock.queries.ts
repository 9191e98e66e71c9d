import {
  setProductionLock,
  unlockProduction as unlockCall,
} from '@basalt/contract/production-lock/production-lock.endpoints.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { type MutationFunctionContext, mutationOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { cacheProject } from '../projects/projects.queries.ts'

const onProject = (
  project: Project,
  _input: unknown,
  _result: unknown,
  { client }: MutationFunctionContext,
) => cacheProject(client, project)

/** Locks production, also when its lock is lifted, or removes the lock. */
export const lockProduction = (ref: string) =>
  mutationOptions({
    mutationFn: (is_locked: boolean) => call(setProductionLock, { params: { ref }, body: { is_locked } }),
    onSuccess: onProject,
    meta: { errorTitle: 'Failed to change the lock' },
  })

export const unlockProduction = (ref: string) =>
  mutationOptions({
    mutationFn: (minutes: number) => call(unlockCall, { params: { ref }, body: { minutes } }),
    onSuccess: onProject,
    meta: { errorTitle: 'Failed to unlock production' },
  })
