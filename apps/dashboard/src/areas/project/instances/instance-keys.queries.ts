/** Keys of queries about databases, for those who know that something changed. */
export const instanceKeys = {
  facts: (ref: string) => ['instances', 'facts', ref] as const,
}
