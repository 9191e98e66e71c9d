/** Splits a list into chunks of `size`, each with the index of its first item; the last may be shorter. */
export const chunk = <Item>(
  items: readonly Item[],
  size: number,
): { start: number; items: readonly Item[] }[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => {
    const start = index * size
    return { start, items: items.slice(start, start + size) }
  })
