import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { DataApiSettingsPage } from '../../areas/connect/data-api-settings/DataApiSettingsPage.tsx'

export const Route = createFileRoute('/_shell/project/$ref/settings/api')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { dataApiSettingsQueries } = await import(
      '../../areas/connect/data-api-settings/data-api-settings.queries.ts'
    )
    queryClient.prefetchQuery(dataApiSettingsQueries.of(ref))
  },
  head: () => titleHead('Data API', 'Project settings'),
  component: () => <DataApiSettingsPage projectRef={Route.useParams().ref} />,
})
