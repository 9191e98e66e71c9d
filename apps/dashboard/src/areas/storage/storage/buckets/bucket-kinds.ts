import { ChartColumn, Files, type LucideIcon, Waypoints } from 'lucide-react'

export interface BucketKind {
  displayName: string
  singularName: string
  description: string
  valueProp: string
  docsUrl: string
  icon: LucideIcon
  /** Whether this installation supports buckets of this kind. */
  isOffered: boolean
}

const GUIDE = '/docs/operate'

/** All kinds of buckets; the dashboard offers only the supported ones. */
export const bucketKinds: Record<'files' | 'analytics' | 'vectors', BucketKind> = {
  files: {
    displayName: 'Files',
    singularName: 'file bucket',
    description: 'Files and folders of any type, such as pictures, videos and documents.',
    valueProp: 'Store files next to your data and protect them with the same policies.',
    docsUrl: GUIDE,
    icon: Files,
    isOffered: true,
  },
  analytics: {
    displayName: 'Analytics',
    singularName: 'analytics bucket',
    description: 'Tables in an open columnar format, for queries over large data.',
    valueProp: 'Keep analytical data out of your database.',
    docsUrl: GUIDE,
    icon: ChartColumn,
    isOffered: false,
  },
  vectors: {
    displayName: 'Vectors',
    singularName: 'vector bucket',
    description: 'Embeddings, searched by similarity.',
    valueProp: 'Find similar items among millions.',
    docsUrl: GUIDE,
    icon: Waypoints,
    isOffered: false,
  },
}
