import { NotFoundPage } from './NotFoundPage.tsx'

/** Outside the shell, where nothing else is the page's main part. */
export function FullPageNotFound() {
  return (
    <main>
      <NotFoundPage />
    </main>
  )
}
