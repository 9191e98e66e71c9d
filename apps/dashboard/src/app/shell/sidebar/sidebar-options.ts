import type { Option } from '../../../ui/controls/option.ts'
import type { SidebarMode } from './sidebar.state.ts'

export const sidebarOptions: readonly Option<SidebarMode>[] = [
  { value: 'open', label: 'Expanded' },
  { value: 'closed', label: 'Collapsed' },
  { value: 'expandable', label: 'Expand on hover' },
]
