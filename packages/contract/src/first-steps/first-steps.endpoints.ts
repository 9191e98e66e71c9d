import { endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import { FirstSteps, FirstStepsQuery } from './first-steps.schema.ts'

export const listFirstSteps = endpoint({
  name: 'listFirstSteps',
  method: 'GET',
  path: '/platform/organizations/:slug/first-steps',
  summary: 'Which projects have a table, rows and row level security, those with steps left first',
  params: OrganizationParams,
  query: FirstStepsQuery,
  response: FirstSteps,
})
