import { endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import { DailyUsage, Usage, UsageQuery } from './usage.schema.ts'

export const getUsage = endpoint({
  name: 'getUsage',
  method: 'GET',
  path: '/platform/organizations/:slug/usage',
  summary: 'What an organization or one of its projects used in a period, beside what the plan includes',
  params: OrganizationParams,
  query: UsageQuery,
  response: Usage,
})

export const getDailyUsage = endpoint({
  name: 'getDailyUsage',
  method: 'GET',
  path: '/platform/organizations/:slug/usage/daily',
  summary: 'The same day by day, for charts',
  params: OrganizationParams,
  query: UsageQuery,
  response: DailyUsage,
})
