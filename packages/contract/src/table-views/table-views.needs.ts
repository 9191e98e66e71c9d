import type { Needs } from '../permissions/need.rules.ts'

export const tableViewNeeds = {
  seeTableViews: { action: 'read:Read', resource: 'table_views', to: 'see saved views' },
  changeTableViews: { action: 'write:Update', resource: 'table_views', to: 'save views of tables' },
} as const satisfies Needs
