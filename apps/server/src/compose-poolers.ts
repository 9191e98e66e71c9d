import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { type InstanceAccess, USER_ROLE } from './features/instances/instance-access.ts'
import { roleVerifiers } from './features/instances/role-verifiers.ts'
import { poolerResolver } from './features/poolers/pooler-resolver.ts'

interface Deps {
  projectOf(ref: string): Promise<Project | undefined>
  access: InstanceAccess
}

/** Where the poolers lead those who log in to them. They listen where the process starts. */
export function composePoolers({ projectOf, access }: Deps) {
  const verifiers = roleVerifiers(access)
  return poolerResolver({
    projectOf,
    verifierOf: verifiers.find,
    async endpointOf(ref) {
      const { host, port } = await access.target(ref, USER_ROLE)
      return { host, port }
    },
  })
}
