import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createSnippet } from './snippets.queries.ts'

/** Characters of SQL, as written in a URL, that a reload of the page can send. */
const SQL_IN_URL_MAX = 6000

/**
 * Opens SQL in the SQL editor: in a new tab, or as a query of this name when it is too long for a URL; on another branch
 * of the project if one is given.
 */
export function useOpenSql(ref: string) {
  const navigate = useNavigate()
  const create = useMutation(createSnippet(ref))
  const go = (on: string, id: string, content?: string) =>
    void navigate({ to: '/project/$ref/sql/$id', params: { ref: on, id }, search: { content } })
  return {
    isOpening: create.isPending,
    open(sql: string, name: string, on = ref) {
      if (encodeURIComponent(sql).length <= SQL_IN_URL_MAX) go(on, 'new', sql)
      // Branches share their queries.
      else create.mutate({ name, sql }, { onSuccess: ({ id }) => go(on, id) })
    },
  }
}
