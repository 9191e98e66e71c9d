import type { Tone } from '../../../ui/text/tone.ts'

const tones: Record<string, Tone> = {
  PANIC: 'critical',
  FATAL: 'critical',
  ERROR: 'critical',
  WARNING: 'warning',
  NOTICE: 'brand',
  INFO: 'brand',
}

/** The colour of a severity as PostgreSQL names it; LOG, DEBUG1 and what it does not know yet stay quiet. */
export const severityTone = (severity: string): Tone => tones[severity.toUpperCase()] ?? 'neutral'
