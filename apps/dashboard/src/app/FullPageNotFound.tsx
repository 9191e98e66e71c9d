import { NothingFound } from './NothingFound.tsx'

/** Outside the shell, where nothing else is the page's main part. */
export function FullPageNotFound() {
  return (
    <main>
      <NothingFound />
    </main>
  )
}
