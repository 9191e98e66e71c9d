import type { Needs } from '../permissions/need.rules.ts'

export const reportNeeds = {
  changeReports: { action: 'write:Update', resource: 'reports', to: 'save reports in this project' },
} as const satisfies Needs
