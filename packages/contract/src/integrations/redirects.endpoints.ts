import { endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import { InstallationParams, Redirect } from './redirects.schema.ts'

export const getCloudMarketplaceRedirect = endpoint({
  name: 'getCloudMarketplaceRedirect',
  method: 'GET',
  path: '/platform/organizations/:slug/cloud-marketplace/redirect',
  summary: 'Where the operator has said that an organization is managed in a cloud marketplace',
  params: OrganizationParams,
  response: Redirect,
})

export const getVercelRedirect = endpoint({
  name: 'getVercelRedirect',
  method: 'GET',
  path: '/platform/vercel/redirect/:installation_id',
  summary: 'Where the operator has said that an installation of the Vercel integration is managed',
  params: InstallationParams,
  response: Redirect,
})
