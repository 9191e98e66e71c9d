import type { Needs } from '../permissions/need.rules.ts'

export const metricNeeds = {
  readReports: { action: 'analytics:Read', resource: 'reports', to: 'see reports of this project' },
} as const satisfies Needs
