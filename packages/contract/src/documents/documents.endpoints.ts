import { endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import { LegalDocuments } from './documents.schema.ts'

export const getLegalDocuments = endpoint({
  name: 'getLegalDocuments',
  method: 'GET',
  path: '/platform/organizations/:slug/documents',
  summary:
    'The licences of the product and its dependencies, and where the data of an organization is stored',
  params: OrganizationParams,
  response: LegalDocuments,
})
