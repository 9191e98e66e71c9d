/** A cron schedule in words where it is an even interval, else as it is. Times are in UTC. */
export function scheduleWords(schedule: string | null): string {
  if (schedule === null) return 'Runs when needed'
  const [minute, hour, ...days] = schedule.split(' ')
  if (days.join(' ') !== '* * *') return `${schedule} (UTC)`
  if (hour === '*' && minute?.startsWith('*/')) return everyWords(Number(minute.slice(2)), 'minute')
  if (minute === '0' && hour?.startsWith('*/')) return everyWords(Number(hour.slice(2)), 'hour')
  if (/^\d+$/.test(minute ?? '') && /^\d+$/.test(hour ?? ''))
    return `Every day at ${hour!.padStart(2, '0')}:${minute!.padStart(2, '0')} UTC`
  return `${schedule} (UTC)`
}

const everyWords = (count: number, unit: string) =>
  count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`
