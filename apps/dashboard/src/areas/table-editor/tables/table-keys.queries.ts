/** Keys of what shows the tables of a project, for the pushed event alone: the page loads no table code for it. */
export const tableKeys = (ref: string, id: number | null) => [
  ['entities', ref],
  ['table-definitions', ref],
  id === null ? ['table-rows', ref] : ['table-rows', ref, id],
]
