import type { Option } from '../../../ui/controls/option.ts'

export type Scope = 'organization' | 'projects'

export const scopeOptions: readonly Option<Scope>[] = [
  {
    value: 'organization',
    label: 'The whole organization',
    description: 'All projects, including future ones.',
  },
  {
    value: 'projects',
    label: 'Selected projects',
    description: 'Nothing else in the organization is visible.',
  },
]
