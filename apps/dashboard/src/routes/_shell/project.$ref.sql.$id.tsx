import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { isSnippetId } from '../../areas/sql/snippets/editor/new-snippet.ts'
import { aText, searchOf } from '../../lib/shape.ts'

/** The URL of one query. The parent route renders the editor, so it stays mounted when the URL changes. */
export const Route = createFileRoute('/_shell/project/$ref/sql/$id')({
  validateSearch: searchOf({ content: aText, folder: aText, schema: aText }),
  beforeLoad: ({ context: { config }, params: { ref, id } }) => {
    // The well-known URL of the self-hosted edition's editor.
    if (id === '1' && config.edition === 'self-hosted')
      throw redirect({ to: '/project/$ref/sql', params: { ref }, replace: true })
    if (!isSnippetId(id)) throw notFound()
  },
  component: () => null,
})
