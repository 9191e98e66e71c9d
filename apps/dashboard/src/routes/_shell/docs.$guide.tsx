import { guideIds } from '@basalt/contract/documentation/documentation.rules.ts'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { documentationQueries } from '../../areas/installation/documentation/documentation.queries.ts'
import { GuidePage } from '../../areas/installation/documentation/GuidePage.tsx'

export const Route = createFileRoute('/_shell/docs/$guide')({
  loader: ({ context, params: { guide } }) => {
    context.queryClient.prefetchQuery(documentationQueries.guides())
    const id = guideIds.find((known) => known === guide)
    if (!id) throw notFound()
    return id
  },
  head: () => titleHead('Docs'),
  component: GuideRoute,
})

function GuideRoute() {
  return <GuidePage id={Route.useLoaderData()} breadcrumb={<BackLink />} />
}
