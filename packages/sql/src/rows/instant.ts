/**
 * Milliseconds since 1970 of a date or timestamp in PostgreSQL's format, in UTC if it has no zone. `infinity` is an infinite
 * number; anything else is NaN.
 */
export function instant(text: string): number {
  if (text === 'infinity') return Number.POSITIVE_INFINITY
  if (text === '-infinity') return Number.NEGATIVE_INFINITY
  const isBefore = text.endsWith(' BC')
  const [, year = '', rest = ''] = /^(\d+)(-[^B]*?)(?: BC)?$/.exec(text) ?? []
  const [day = '', time = '00:00:00'] = rest.split(' ')
  const [, clock = '', offset = '+00'] = /^([\d:.]+)([+-].*)?$/.exec(time) ?? []
  const signed = isBefore ? 1 - Number(year) : Number(year)
  const padded =
    signed >= 0 && signed <= 9999
      ? String(signed).padStart(4, '0')
      : `${signed < 0 ? '-' : '+'}${String(Math.abs(signed)).padStart(6, '0')}`
  const zone = /^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset.slice(0, 6)
  return Date.parse(`${padded}${day}T${clock.slice(0, 12)}${zone}`)
}
