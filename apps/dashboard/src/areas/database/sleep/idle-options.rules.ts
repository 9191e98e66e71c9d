import { idleMinutesOffered, idleWords } from '@basalt/contract/sleep/sleep.rules.ts'
import type { SleepSettings } from '@basalt/contract/sleep/sleep.schema.ts'
import type { Option } from '../../../ui/controls/option.ts'

const NEVER = 'never'

/** How minutes are named among the options; null for never. */
export const idleValue = (minutes: number | null) => (minutes === null ? NEVER : String(minutes))

export const idleMinutesIn = (value: string) => (value === NEVER ? null : Number(value))

/** What can be chosen, the soonest last; what was chosen by other means is there too. */
export function idleOptions({
  idle_minutes,
  default_idle_minutes,
}: Pick<SleepSettings, 'idle_minutes' | 'default_idle_minutes'>): Option<string>[] {
  const minutes = [...new Set([...idleMinutesOffered, ...(idle_minutes === null ? [] : [idle_minutes])])]
  return [null, ...minutes.sort((one, other) => other - one)].map((choice) => {
    const words = choice === null ? 'Never' : `After ${idleWords(choice)} without use`
    return { value: idleValue(choice), label: choice === default_idle_minutes ? `${words} (default)` : words }
  })
}
