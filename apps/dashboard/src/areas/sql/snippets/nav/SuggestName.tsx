import { mutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { findTitle } from '../../ai/ai.queries.ts'
import { documentsOf } from '../saving/use-documents.ts'
import { snippetQueries } from '../snippets.queries.ts'

/** Finds a name by what a query does, as it stands in its editor or on the server. */
export function SuggestName({
  projectRef: ref,
  id,
  onFound,
}: {
  projectRef: string
  id: string
  onFound: (name: string) => void
}) {
  const client = useQueryClient()
  const suggest = useMutation(
    mutationOptions({
      mutationFn: async () => {
        const open = documentsOf(client).find(id)
        const text = open?.text ?? (await client.fetchQuery(snippetQueries.item(ref, id))).content.sql
        const name = await findTitle(ref, text)
        if (name === '') throw new Error('The query is empty. Write some SQL first.')
        return name
      },
      onSuccess: onFound,
      meta: { errorTitle: 'Failed to find a name' },
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
