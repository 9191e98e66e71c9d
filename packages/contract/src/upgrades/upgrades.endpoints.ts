import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { UpgradeNeeds } from './upgrades.schema.ts'

export const getUpgradeNeeds = endpoint({
  name: 'getUpgradeNeeds',
  method: 'GET',
  path: '/v1/projects/:ref/upgrade/eligibility',
  summary: 'What moving the database of a project to another major version of PostgreSQL would need',
  params: ProjectParams,
  response: UpgradeNeeds,
})
