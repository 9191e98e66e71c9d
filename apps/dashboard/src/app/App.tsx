import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { UiProvider } from '../ui/UiProvider.tsx'
import type { createDashboard } from './dashboard.ts'

export function App({ queryClient, router }: ReturnType<typeof createDashboard>) {
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>
  )
}
