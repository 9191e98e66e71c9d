/** How often projects that may fall asleep are looked at: a project sleeps so much later than it could. */
export const LOOK_EVERY_MS = 30_000

const MINUTE_MS = 60_000

/** What the sessions of a database tell of its use. */
export interface Look {
  /** Whether somebody is there who would notice its end. */
  isInUse: boolean
  /** When a session last began or ended a statement, as a number that grows; null where there is none. */
  lastChange: number | null
  /** Sessions there have ever been. */
  sessions: number
}

/** What is remembered of a project from look to look. */
export interface Watched {
  look: Look
  /** In milliseconds; since when nobody has used it. */
  quietSince: number
}

/** Whether nobody has used a database between two looks, or does so now. */
export const isQuiet = (before: Look, look: Look) =>
  !look.isInUse &&
  look.sessions === before.sessions &&
  // A session that has ended takes its time with it, so that the newest there is may be an older one.
  (look.lastChange ?? 0) <= (before.lastChange ?? 0)

/** What is known after one more look; the first knows of nothing before it. */
export const lookedAgain = (before: Watched | undefined, look: Look, now: number): Watched => ({
  look,
  quietSince: before && isQuiet(before.look, look) ? before.quietSince : now,
})

/** Whether it has been quiet for as long as was asked for. */
export const mayFallAsleep = ({ quietSince }: Watched, idleMinutes: number, now: number) =>
  now - quietSince >= idleMinutes * MINUTE_MS
