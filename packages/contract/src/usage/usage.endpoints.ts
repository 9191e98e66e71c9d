import { endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import { DailyUsage, Usage, UsageQuery } from './usage.schema.ts'

export const getUsage = endpoint({
  name: 'getUsage',
  method: 'GET',
  path: '/platform/organizations/:slug/usage',
  summary: "The usage of an organization or one of its projects in a period, with the plan's quotas",
  params: OrganizationParams,
  query: UsageQuery,
  response: Usage,
})

export const getDailyUsage = endpoint({
  name: 'getDailyUsage',
  method: 'GET',
  path: '/platform/organizations/:slug/usage/daily',
  summary: 'The daily usage of an organization or one of its projects, for charts',
  params: OrganizationParams,
  query: UsageQuery,
  response: DailyUsage,
})
