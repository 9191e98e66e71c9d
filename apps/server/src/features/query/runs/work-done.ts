/**
 * Passes a query's events through and calls `onWorkDone` once when it is over, however it ends, if one of its
 * statements has completed. Not a generator, because `return()` must reach the query at once.
 */
export function noticingWorkDone<Event extends { readonly type: string }>(
  events: AsyncIterableIterator<Event>,
  onWorkDone: () => void,
): AsyncIterableIterator<Event> {
  let hasCompleted = false
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    if (hasCompleted) onWorkDone()
  }
  const wrapped: AsyncIterableIterator<Event> = {
    async next() {
      try {
        const result = await events.next()
        if (result.done || result.value.type === 'end') end()
        else if (result.value.type === 'statement') hasCompleted = true
        return result
      } catch (error) {
        end()
        throw error
      }
    },
    async return() {
      const returned = (await events.return?.()) ?? { done: true as const, value: undefined }
      end()
      return returned
    },
    [Symbol.asyncIterator]: () => wrapped,
  }
  return wrapped
}
