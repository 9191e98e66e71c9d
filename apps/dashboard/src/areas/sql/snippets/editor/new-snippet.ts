import { aUuid } from '../../../../lib/shape.ts'

/** Stands in the address in place of the id that a snippet has once it was saved. */
export const NEW_SNIPPET = 'new'

/** Whether an address can be a query's: a new one's, or one with an id. */
export const isSnippetAddress = (id: string) => id === NEW_SNIPPET || aUuid.safeParse(id).success
