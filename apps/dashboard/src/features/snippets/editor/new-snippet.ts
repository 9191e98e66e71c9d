/** Stands in the address in place of the id that a snippet has once it was saved. */
export const NEW_SNIPPET = 'new'
