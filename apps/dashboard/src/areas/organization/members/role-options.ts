import { type Role, roles } from '@basalt/contract/permissions/roles.rules.ts'
import type { Option } from '../../../ui/controls/option.ts'

export const roleOptions = <R extends Role>(ids: readonly R[]): Option<R>[] =>
  ids.map((id) => ({ value: id, label: roles[id].name, description: roles[id].description }))
