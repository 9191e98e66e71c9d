import { formatAmount } from '../../../../lib/amount.ts'
import type { ExportProgress } from './download-export.ts'

export const progressText = ({ rows, bytes }: ExportProgress) =>
  `${formatAmount('count', rows)} ${rows === 1 ? 'row' : 'rows'}, ${formatAmount('bytes', bytes)}`
