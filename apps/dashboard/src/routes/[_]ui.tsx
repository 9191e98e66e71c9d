import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'

/** The components in every state, for those who build with them. A production build answers "not found" and does not contain it. */
export const Route = createFileRoute('/_ui')({
  // Already split by hand, in a way that a production build can drop.
  codeSplitGroupings: [],
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: import.meta.env.DEV
    ? lazyRouteComponent(() => import('./-ui/Gallery.tsx'), 'Gallery')
    : undefined,
})
