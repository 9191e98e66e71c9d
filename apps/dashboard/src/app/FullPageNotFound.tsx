import { NothingFound } from './NothingFound.tsx'

/** Used outside the shell, so it brings the page's `main` element. */
export function FullPageNotFound() {
  return (
    <main>
      <NothingFound />
    </main>
  )
}
