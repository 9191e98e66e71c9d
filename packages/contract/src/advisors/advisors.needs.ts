import type { Needs } from '../permissions/need.rules.ts'

export const advisorNeeds = {
  seeAdvisors: { action: 'tenant:Sql:Read:Select', resource: 'tables', to: 'see the advisors' },
  dismissFindings: {
    action: 'tenant:Sql:Query',
    resource: 'tables',
    to: 'dismiss findings of the advisors',
  },
} as const satisfies Needs
