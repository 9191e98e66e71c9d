/** Ends work that somebody else wants to go on with. */
type Yield = () => void

/**
 * One writer at a time for each upload. A later one ends the one before it, and waits until it has ended: a sender that
 * comes back after its connection broke must not wait for the server to notice that.
 */
export function uploadTurns() {
  const turns = new Map<string, { giveUp: Yield; ended: Promise<unknown> }>()
  return async <T>(id: string, giveUp: Yield, work: () => Promise<T>): Promise<T> => {
    for (let before = turns.get(id); before; before = turns.get(id)) {
      before.giveUp()
      await before.ended.catch(() => undefined)
    }
    const ended = work()
    const turn = { giveUp, ended }
    turns.set(id, turn)
    try {
      return await ended
    } finally {
      if (turns.get(id) === turn) turns.delete(id)
    }
  }
}
