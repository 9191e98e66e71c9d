import { ChartColumn, Files, type LucideIcon, Waypoints } from 'lucide-react'

export interface BucketKind {
  displayName: string
  singularName: string
  description: string
  valueProp: string
  docsUrl: string
  icon: LucideIcon
  /** Whether this installation has what buckets of the kind need. */
  isOffered: boolean
}

const GUIDE = '/docs/operate'

/** The kinds of buckets there are; the dashboard offers those alone that work. */
export const bucketKinds: Record<'files' | 'analytics' | 'vectors', BucketKind> = {
  files: {
    displayName: 'Files',
    singularName: 'file bucket',
    description: 'Files and folders of any type, such as pictures, videos and documents.',
    valueProp: 'Keep files beside your data, and let the same policies decide who gets them.',
    docsUrl: GUIDE,
    icon: Files,
    isOffered: true,
  },
  analytics: {
    displayName: 'Analytics',
    singularName: 'analytics bucket',
    description: 'Tables in an open columnar format, for queries over much data.',
    valueProp: 'Keep what is only ever analysed out of your database.',
    docsUrl: GUIDE,
    icon: ChartColumn,
    isOffered: false,
  },
  vectors: {
    displayName: 'Vectors',
    singularName: 'vector bucket',
    description: 'Embeddings, searched by how near they are to each other.',
    valueProp: 'Find what is alike among millions of things.',
    docsUrl: GUIDE,
    icon: Waypoints,
    isOffered: false,
  },
}
