import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { Badge } from '../../../ui/text/Badge.tsx'
import { branchBadge } from './branches.rules.ts'

export function BranchBadge({ branch }: { branch: Pick<Branch, 'is_default' | 'persistent'> }) {
  const { label, tone } = branchBadge(branch)
  return <Badge tone={tone}>{label}</Badge>
}
