import { endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import { PlanChoice, Subscription } from './billing.schema.ts'

export const getSubscription = endpoint({
  name: 'getSubscription',
  method: 'GET',
  path: '/platform/organizations/:slug/billing/subscription',
  summary: 'The plan of an organization and its current billing period',
  params: OrganizationParams,
  response: Subscription,
})

export const updateSubscription = endpoint({
  name: 'updateSubscription',
  method: 'PUT',
  path: '/platform/organizations/:slug/billing/subscription',
  summary: 'Change the plan of an organization; the new quotas apply at once',
  params: OrganizationParams,
  body: PlanChoice,
  response: Subscription,
})
