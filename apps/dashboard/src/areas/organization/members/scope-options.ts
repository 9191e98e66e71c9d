import type { Option } from '../../../ui/controls/option.ts'

export type Scope = 'organization' | 'projects'

export const scopeOptions: readonly Option<Scope>[] = [
  { value: 'organization', label: 'The whole organization', description: 'All projects, also later ones.' },
  { value: 'projects', label: 'Chosen projects', description: 'Nothing else of the organization is shown.' },
]
