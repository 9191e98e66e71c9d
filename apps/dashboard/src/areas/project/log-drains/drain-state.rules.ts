import type { LogDrain } from '@basalt/contract/log-drains/log-drains.schema.ts'
import type { Tone } from '../../../ui/text/tone.ts'

/** In a word or two, how a drain is doing. */
export function drainState({ is_paused, failure, waiting }: LogDrain): {
  label: string
  tone: Tone
  busy?: boolean
} {
  if (is_paused) return { label: 'Paused', tone: 'warning' }
  if (failure) return { label: 'Failing', tone: 'critical' }
  if (waiting === null || waiting > 0) return { label: 'Sending', tone: 'success', busy: true }
  return { label: 'Up to date', tone: 'success' }
}

const count = (events: number) => `${events.toLocaleString('en')} ${events === 1 ? 'event' : 'events'}`

/** What will never arrive, as sentences; none when nothing is missing. */
export function missingEvents({ lost, refused }: LogDrain): string[] {
  return [
    ...(lost > 0
      ? [
          `${count(lost)} ${was(lost)} removed from the logs before ${lost === 1 ? 'it' : 'they'} could be sent.`,
        ]
      : []),
    ...(refused > 0 ? [`${count(refused)} ${was(refused)} refused by the receiver.`] : []),
  ]
}

const was = (events: number) => (events === 1 ? 'was' : 'were')
