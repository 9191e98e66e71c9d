import type { Restore } from '@basalt/contract/backups/backups.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'

/** How much of a restored backup is unpacked, for a progress bar. The log comes on top of the total. */
export const unpackedShare = ({ copied_bytes, total_bytes }: NonNullable<Restore['progress']>) => ({
  value: Math.min(100, (100 * copied_bytes) / total_bytes),
  valueText: `${formatBytes(Math.min(copied_bytes, total_bytes))} of ${formatBytes(total_bytes)}`,
})
