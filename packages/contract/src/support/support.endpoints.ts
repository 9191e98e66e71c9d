import { endpoint } from '../endpoint.ts'
import { SupportBundle, SupportQuery } from './support.schema.ts'

export const getSupportBundle = endpoint({
  name: 'getSupportBundle',
  method: 'GET',
  path: '/platform/support/bundle',
  summary:
    'What somebody who helps has to know of the installation and of one project, redacted; sent to nobody',
  query: SupportQuery,
  response: SupportBundle,
})
