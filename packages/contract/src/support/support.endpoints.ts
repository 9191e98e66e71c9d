import { endpoint } from '../endpoint.ts'
import { SupportBundle, SupportQuery } from './support.schema.ts'

export const getSupportBundle = endpoint({
  name: 'getSupportBundle',
  method: 'GET',
  path: '/platform/support/bundle',
  summary: 'Redacted diagnostics of the installation and of one project, for support; sent nowhere',
  query: SupportQuery,
  response: SupportBundle,
})
