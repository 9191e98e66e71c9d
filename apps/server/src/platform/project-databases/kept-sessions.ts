import type pg from 'pg'
import { within } from '../within.ts'
import { asUnanswered, endWithin } from './admin-connection.ts'

/** How long work waits for other work in the same session. */
const TURN_MS = 1_000

interface Session {
  readonly client: Promise<pg.Client>
  /** The piece of work that runs now; it never rejects. */
  work: Promise<void> | undefined
}

/**
 * Sessions that are kept between pieces of work, one for each database, because a login takes many times as long as the
 * work. A session is closed after work that failed, and it is forgotten when the database ends it. Work that finds the
 * session in use waits a moment for it, and then gets one of its own.
 */
export function keptSessions({ turnMs = TURN_MS }: { turnMs?: number } = {}) {
  const sessions = new Map<string, Session>()

  const forget = (key: string, session: Session) => {
    if (sessions.get(key) === session) sessions.delete(key)
  }

  const begin = (key: string, open: () => Promise<pg.Client>): Session => {
    const session: Session = { client: open(), work: undefined }
    sessions.set(key, session)
    session.client.then(
      (client) => client.once('end', () => forget(key, session)),
      () => forget(key, session),
    )
    return session
  }

  async function use<T>(key: string, session: Session, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await session.client
    try {
      return await work(client)
    } catch (error) {
      // It may have left the session in any state.
      forget(key, session)
      throw asUnanswered(error)
    } finally {
      session.work = undefined
      if (sessions.get(key) !== session) await endWithin(client)
    }
  }

  /** Closes a session as soon as its work has ended, which statements end by their time limit. */
  async function release(key: string) {
    const session = sessions.get(key)
    if (!session) return
    sessions.delete(key)
    if (session.work) await session.work
    else await session.client.then(endWithin)
  }

  return {
    /** Runs work over the session of a database, which `open` opens if there is none. */
    async run<T>(
      key: string,
      open: () => Promise<pg.Client>,
      work: (client: pg.Client) => Promise<T>,
    ): Promise<T> {
      const deadline = performance.now() + turnMs
      for (let found = sessions.get(key); found?.work; found = sessions.get(key)) {
        const left = deadline - performance.now()
        if (left <= 0) return use(key, { client: open(), work: undefined }, work)
        await within(left, found.work)
      }
      const session = sessions.get(key) ?? begin(key, open)
      const result = use(key, session, work)
      session.work = result.then(
        () => undefined,
        () => undefined,
      )
      return result
    },

    release,

    async closeAll() {
      await Promise.all([...sessions.keys()].map(release))
    },
  }
}
