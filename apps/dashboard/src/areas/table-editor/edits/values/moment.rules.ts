/** Types that a picker can set. */
export type MomentFormat = 'date' | 'time' | 'timetz' | 'timestamp' | 'timestamptz'

/** The kind of the browser's input. */
export const pickerType = (format: string) =>
  format === 'date' ? 'date' : format.startsWith('timestamp') ? 'datetime-local' : 'time'

const MOMENT =
  /^(?:(\d{4,6}-\d{2}-\d{2}))?[ T]?(?:(\d{2}:\d{2})(?::(\d{2})(\.\d+)?)?)?([+-]\d{2}(?::?\d{2}){0,2}|Z)?$/

/** The value for the picker, to the second; empty when it cannot show it, such as `infinity` or a year before Christ. */
export function toPicker(format: string, text: string | null): string {
  const [, day, minute, second = '00'] = MOMENT.exec(text?.trim() ?? '') ?? []
  const time = minute === undefined ? undefined : `${minute}:${second}`
  if (format === 'date') return day && day.length === 10 ? day : ''
  if (!format.startsWith('timestamp')) return time ?? ''
  return day && day.length === 10 ? `${day}T${time ?? '00:00:00'}` : ''
}

/**
 * The text after something was picked. A time zone that the text had stays, because PostgreSQL prints one for each
 * instant; without one, that of the browser at the picked moment is written out.
 */
export function fromPicker(format: string, picked: string, text: string | null): string {
  if (picked === '') return ''
  const [, , , , , zone] = MOMENT.exec(text?.trim() ?? '') ?? []
  if (format === 'date') return picked
  const isTimestamp = format.startsWith('timestamp')
  const [day = '', time = '00:00:00'] = isTimestamp ? picked.split('T') : ['', picked]
  const seconds = time.length === 5 ? `${time}:00` : time
  const written = isTimestamp ? `${day} ${seconds}` : seconds
  if (!format.endsWith('tz')) return written
  return written + (zone ?? offsetText(isTimestamp ? new Date(`${day}T${seconds}`) : new Date()))
}

const two = (value: number) => String(value).padStart(2, '0')

/** The browser's distance from UTC at a moment, such as `+05:45`. */
export function offsetText(at: Date): string {
  const minutes = -at.getTimezoneOffset()
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** The present moment as the browser's clock shows it, with its offset where the type has one. */
export function nowText(format: string, now: Date): string {
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`
  if (format === 'date') return day
  const written = format.startsWith('timestamp') ? `${day} ${time}` : time
  return format.endsWith('tz') ? written + offsetText(now) : written
}
