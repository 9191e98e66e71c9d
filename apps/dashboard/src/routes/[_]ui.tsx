import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'

/** The design system's components in every state. Production builds do not contain this page. */
export const Route = createFileRoute('/_ui')({
  // Split by hand, so that a production build can drop it.
  codeSplitGroupings: [],
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: import.meta.env.DEV
    ? lazyRouteComponent(() => import('./-ui/Gallery.tsx'), 'Gallery')
    : undefined,
})
