/** A clock that moves only when a test advances it. */
export function aClock(start = new Date('2026-03-01T12:00:00Z')) {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance({ seconds = 0, minutes = 0 }: { seconds?: number; minutes?: number }) {
      time += (minutes * 60 + seconds) * 1000
    },
  }
}
