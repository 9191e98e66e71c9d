import type { Needs } from '../permissions/need.rules.ts'

export const apiDocsNeeds = {
  seeApiDocs: {
    action: 'tenant:Sql:Read:Select',
    resource: 'tables',
    to: 'see the tables and functions of this project',
  },
} as const satisfies Needs
