import { mutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { generateTitle } from '../../ai/ai.queries.ts'
import { documentsOf } from '../saving/use-documents.ts'
import { snippetQueries } from '../snippets.queries.ts'

/** Suggests a name from the SQL of a query, as it is in the editor or else on the server. */
export function SuggestName({
  projectRef: ref,
  id,
  onSuggest,
}: {
  projectRef: string
  id: string
  onSuggest: (name: string) => void
}) {
  const client = useQueryClient()
  const suggest = useMutation(
    mutationOptions({
      mutationFn: async () => {
        const open = documentsOf(client).find(id)
        const text = open?.text ?? (await client.fetchQuery(snippetQueries.item(ref, id))).content.sql
        const name = await generateTitle(ref, text)
        if (name === '') throw new Error('The query is empty. Write some SQL first.')
        return name
      },
      onSuccess: onSuggest,
      meta: { errorTitle: 'Failed to suggest a name' },
    }),
  )
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={Sparkles}
      loading={suggest.isPending}
      onClick={() => suggest.mutate()}
    >
      Suggest a name
    </Button>
  )
}
