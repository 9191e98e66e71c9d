import { Link, useNavigate } from '@tanstack/react-router'
import { ApiDocs } from './ApiDocs.tsx'
import { type DocSearch, docPlaceOf, docSearchOf } from './doc-place.rules.ts'

/** The documentation as a page, with the place in the URL. */
export function ApiDocsPage({ projectRef, search }: { projectRef: string; search: DocSearch }) {
  const navigate = useNavigate()
  const params = { ref: projectRef }
  return (
    <ApiDocs
      projectRef={projectRef}
      place={docPlaceOf(search)}
      title={<h1 className="font-semibold text-base">API docs</h1>}
      renderEntry={(place, props) => (
        <Link to="/project/$ref/api" params={params} search={docSearchOf(place)} {...props} />
      )}
      onPlaceChange={(place) =>
        void navigate({ to: '/project/$ref/api', params, search: docSearchOf(place) })
      }
    />
  )
}
