import type { Needs } from '../permissions/need.rules.ts'

export const replicaNeeds = {
  changeReplicas: {
    action: 'write:Create',
    resource: 'projects',
    to: 'manage the read replicas of this project',
  },
} as const satisfies Needs
