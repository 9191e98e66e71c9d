import type { Tone } from '../../../ui/text/tone.ts'

const tones: Record<string, Tone> = {
  PANIC: 'critical',
  FATAL: 'critical',
  ERROR: 'critical',
  WARNING: 'warning',
  NOTICE: 'brand',
  INFO: 'brand',
}

/** The colour of a PostgreSQL severity; neutral for LOG, DEBUG and unknown ones. */
export const severityTone = (severity: string): Tone => tones[severity.toUpperCase()] ?? 'neutral'
