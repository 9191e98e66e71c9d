import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { isSnippetAddress } from '../../areas/sql/snippets/editor/new-snippet.ts'
import { aText, searchOf } from '../../lib/shape.ts'

/** The address of one query. The workspace around it shows the editor, so that it stays while the address changes. */
export const Route = createFileRoute('/_shell/project/$ref/sql/$id')({
  validateSearch: searchOf({ content: aText, folder: aText, schema: aText }),
  beforeLoad: ({ context: { config }, params: { ref, id } }) => {
    // Where the editor of the self-hosted edition is known to be found.
    if (id === '1' && config.edition === 'self-hosted')
      throw redirect({ to: '/project/$ref/sql', params: { ref }, replace: true })
    if (!isSnippetAddress(id)) throw notFound()
  },
  component: () => null,
})
