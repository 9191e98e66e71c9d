import { endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import { LegalDocuments } from './documents.schema.ts'

export const getLegalDocuments = endpoint({
  name: 'getLegalDocuments',
  method: 'GET',
  path: '/platform/organizations/:slug/documents',
  summary: 'The licences of the product and of what it is made of, and where the data of an organization are',
  params: OrganizationParams,
  response: LegalDocuments,
})
