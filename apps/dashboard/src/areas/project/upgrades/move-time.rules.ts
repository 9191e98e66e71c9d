import type { UpgradeNeeds } from '@basalt/contract/upgrades/upgrades.schema.ts'
import { formatDuration } from '../../../lib/duration.ts'

/** How long a move takes, such as `30s to 2m`. */
export function moveTime({ from, to }: UpgradeNeeds['move_seconds']): string {
  const [least, most] = [formatDuration(from * 1000), formatDuration(to * 1000)]
  return least === most ? least : `${least} to ${most}`
}
