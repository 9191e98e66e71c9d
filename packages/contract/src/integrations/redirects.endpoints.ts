import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'

const InstallationParams = z.object({
  installation_id: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'Not the id of an installation'),
})

const Redirect = z.object({ url: z.url() })

export const getCloudMarketplaceRedirect = endpoint({
  name: 'getCloudMarketplaceRedirect',
  method: 'GET',
  path: '/platform/organizations/:slug/cloud-marketplace/redirect',
  summary: "An organization's page in the cloud marketplace that the operator configured",
  params: OrganizationParams,
  response: Redirect,
})

export const getVercelRedirect = endpoint({
  name: 'getVercelRedirect',
  method: 'GET',
  path: '/platform/vercel/redirect/:installation_id',
  summary: "The management page of a Vercel integration's installation, as the operator configured it",
  params: InstallationParams,
  response: Redirect,
})
