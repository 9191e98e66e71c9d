const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const minutes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

type Time = string | number | Date

/** `22 Nov 2026, 09:48:12` in the local time zone, for the tooltip of a relative time. */
export const exactTime = (time: Time) => exact.format(new Date(time))

/** `22 Nov 2026, 09:48` in the local time zone. */
export const dayAndTime = (time: Time) => minutes.format(new Date(time))

/** `22 Nov 2026` in the local time zone. */
export const dayOf = (time: Time) => days.format(new Date(time))
