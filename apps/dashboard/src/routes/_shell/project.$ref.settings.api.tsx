import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { DataApiSettingsPage } from '../../areas/connect/data-api-settings/DataApiSettingsPage.tsx'
import { dataApiSettingsQueries } from '../../areas/connect/data-api-settings/data-api-settings.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/settings/api')({
  loader: ({ context: { queryClient }, params: { ref } }) => {
    queryClient.prefetchQuery(dataApiSettingsQueries.of(ref))
  },
  head: () => titleHead('Data API', 'Project settings'),
  component: () => <DataApiSettingsPage projectRef={Route.useParams().ref} />,
})
