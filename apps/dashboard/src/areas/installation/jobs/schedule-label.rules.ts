/** Describes a cron schedule if it is a regular interval or daily, otherwise returns it. Times are in UTC. */
export function scheduleLabel(schedule: string | null): string {
  if (schedule === null) return 'Runs when needed'
  const [minute, hour, ...days] = schedule.split(' ')
  if (days.join(' ') !== '* * *') return `${schedule} (UTC)`
  if (hour === '*' && minute?.startsWith('*/')) return intervalLabel(Number(minute.slice(2)), 'minute')
  if (minute === '0' && hour?.startsWith('*/')) return intervalLabel(Number(hour.slice(2)), 'hour')
  if (/^\d+$/.test(minute ?? '') && /^\d+$/.test(hour ?? ''))
    return `Every day at ${hour!.padStart(2, '0')}:${minute!.padStart(2, '0')} UTC`
  return `${schedule} (UTC)`
}

const intervalLabel = (count: number, unit: string) =>
  count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`
