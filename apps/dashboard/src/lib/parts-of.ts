/** A list cut into parts of one size, each with how many items come before it; the last may be shorter. */
export const partsOf = <Item>(
  items: readonly Item[],
  size: number,
): { start: number; items: readonly Item[] }[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => {
    const start = index * size
    return { start, items: items.slice(start, start + size) }
  })
