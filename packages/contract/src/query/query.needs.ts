import type { Needs } from '../permissions/need.rules.ts'

export const queryNeeds = {
  readWithSql: { action: 'tenant:Sql:Read:Select', resource: 'tables', to: 'run SQL in this project' },
  runAnySql: { action: 'tenant:Sql:Query', resource: 'tables', to: 'change data with SQL in this project' },
} as const satisfies Needs
