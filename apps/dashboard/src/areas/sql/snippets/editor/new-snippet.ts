import { aUuid } from '../../../../lib/shape.ts'

/** The id in the URL of a new snippet, before it is saved. */
export const NEW_SNIPPET = 'new'

/** Whether an id in a URL can be a snippet's: a UUID, or the id of new snippets. */
export const isSnippetId = (id: string) => id === NEW_SNIPPET || aUuid.safeParse(id).success
