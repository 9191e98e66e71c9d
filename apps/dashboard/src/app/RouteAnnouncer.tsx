import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Tells screen readers which page has opened, as a browser does by itself when a document loads. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged) setTitle(document.title)
      }),
    [router],
  )
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
